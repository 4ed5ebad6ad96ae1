"""The language: grammar, parser, syntax tree, checks, printers and formatter. Text in, checked tree out, and back."""
