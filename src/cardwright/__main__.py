"""`python -m cardwright`: the same as the command."""

from .cli.main import main

if __name__ == "__main__":
    main()
