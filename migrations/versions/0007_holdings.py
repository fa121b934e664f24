"""When the database was brought back from a copy, until hosts and players have been told"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "restored",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column(
            "at", sa.BigInteger(), nullable=False, comment="when a copy was brought back that no process has run on yet"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_restored")),
    )


def downgrade() -> None:
    op.drop_table("restored")
