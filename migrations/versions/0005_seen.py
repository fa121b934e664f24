"""Who read in the ledger what others hold: they take no seat where it is played for"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "looks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("whose", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_looks")),
    )
    op.create_index("ix_looks_guild_id_user_id", "looks", ["guild_id", "user_id"])


def downgrade() -> None:
    op.drop_index("ix_looks_guild_id_user_id", table_name="looks")
    op.drop_table("looks")
