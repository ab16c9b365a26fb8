"""The API's process: the application, gunicorn, its worker, and the program that the supervisor starts."""
