"""Forgets people: erases what is kept about them, and keeps copies of the store from bringing it back."""
