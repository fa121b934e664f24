"""Reading opens no channel: whose direct messages are where; and whether Discord has put the bot into quarantine"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mailboxes",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column(
            "channel_id", sa.BigInteger(), nullable=False, comment="so that reading their messages opens no channel"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_mailboxes")),
    )
    op.create_table(
        "quarantine",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False, comment="Discord keeps us from writing to new people"),
        sa.Column("seen", sa.BigInteger(), nullable=False, comment="when it last refused one for that"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quarantine")),
    )


def downgrade() -> None:
    op.drop_table("quarantine")
    op.drop_table("mailboxes")
