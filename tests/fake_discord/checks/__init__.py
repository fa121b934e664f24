"""What Discord refuses in a request's body (400, code 50035), before it looks at anything else."""
