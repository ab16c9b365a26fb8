"""A client of Longroad: games of the Catan family over HTTP."""
