"""Serves queues: pools of workers, kinds of workers, heartbeats, and jobs whose worker was lost."""
