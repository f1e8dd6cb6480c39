"""The version of the package, stamped into every result."""

__version__ = "0.1.0"
