"""New cards for any game that says how they are made: grown, judged by play, and kept in an archive."""
