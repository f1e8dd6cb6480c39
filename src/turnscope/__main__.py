"""``python -m turnscope``: the command line."""

from turnscope.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
