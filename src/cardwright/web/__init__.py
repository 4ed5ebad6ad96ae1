"""What Cardwright shows in a browser."""
