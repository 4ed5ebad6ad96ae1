"""`python -m cardwright`: the same as the command."""

try:
    from cardwright.cli.main import main
except KeyboardInterrupt:  # Ctrl-C while it is imported
    raise SystemExit(130) from None

if __name__ == "__main__":
    main()
