"""Defines the shapes of requests and answers. Schemas know shapes and ranges; only the domain knows what is legal."""
