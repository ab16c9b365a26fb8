"""The API's process: gunicorn, its worker, and the program that the supervisor starts."""
