"""The stages composed over whole corpora: gold with its cache, runs, scoring of files."""
