"""The language: grammar, parser, syntax tree, checks, printer and formatter. Text in, checked tree out, and back."""
