"""The engine: a game compiled to tables, the record of a game in progress, and the kernels that play it."""
