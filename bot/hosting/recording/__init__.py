"""One transaction: the queue, the recorder, and what a row does to ledger and roles."""
