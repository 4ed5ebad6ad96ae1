"""The rules of battles: the record, the interpreter and the verbs."""
