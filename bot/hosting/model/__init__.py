"""Plain frozen data: match, events, records, names, instants, limits."""
