"""Files in, conversations out: formats, layouts, audio, checks and splits."""
