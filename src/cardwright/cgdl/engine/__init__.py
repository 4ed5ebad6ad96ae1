"""The interpreter of card games: the record, the rules as tables, and the kernels that play by them."""
