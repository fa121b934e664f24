"""The only SQL: tables, engine, and the unit of work."""
