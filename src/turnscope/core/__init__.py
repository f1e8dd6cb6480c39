"""The nouns: frozen values over numpy columns, and the rules by which times are compared."""
