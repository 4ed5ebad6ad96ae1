"""The notation of battle content: cards, statuses and enemies as data and as English."""
