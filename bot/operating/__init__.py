"""What the operator of a Dealer does from the command line."""
