"""The shape of what comes in and goes out. Schemas know shape and ranges; only the domain knows what is legal."""
