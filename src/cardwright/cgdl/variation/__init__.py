"""New games from the grammar: random growth, mutation and crossover of derivations."""
