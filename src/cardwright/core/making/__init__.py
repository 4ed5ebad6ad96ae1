"""What the makers of cards of all games share."""
