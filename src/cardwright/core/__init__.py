"""The foundation every game stands on: records, verbs, random numbers, the facade and the registry."""
