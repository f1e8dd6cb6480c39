"""Systems that hear audio and commit events, one file each."""
