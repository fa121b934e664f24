"""The schema, step by step (Alembic). `bot.store.schema` runs these at start."""
