"""What every answer shares: bodies, headers, languages, conditions, problems and measurements."""
