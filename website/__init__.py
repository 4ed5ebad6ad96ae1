"""The documentation as a website: the pages of docs/, and references that are made from the code."""
