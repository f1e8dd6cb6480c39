"""The command line: arguments and printing only, one file a command group."""
