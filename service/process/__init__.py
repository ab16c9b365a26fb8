"""What any process of the service needs of itself and its machine: the build, the clock, the disk, logs, priority."""
