"""What was given to whom: the players' role is taken from nobody who had it before"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0002"
branch_labels = None
depends_on = None

_outbox = sa.table(
    "outbox", sa.column("id", sa.Integer), sa.column("match_id", sa.Integer), sa.column("destination", sa.String)
)


def upgrade() -> None:
    op.create_table(
        "roles",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column(
            "user_id",
            sa.BigInteger(),
            autoincrement=False,
            nullable=False,
            comment="a player to whom I gave the role of the match: it is taken from nobody else",
        ),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_roles_match_id")),
        sa.PrimaryKeyConstraint("match_id", "user_id", name=op.f("pk_roles")),
    )
    _readdress_roles()


def _readdress_roles() -> None:
    """`role:SERVER:ROLE:USER` is `role:MATCH:USER` now: which role that is, the match knows."""
    connection = op.get_bind()
    for row in connection.execute(sa.select(_outbox).where(_outbox.c.destination.like("role:%"))).fetchall():
        user = row.destination.rpartition(":")[2]
        destination = f"role:{row.match_id}:{user}"
        connection.execute(sa.update(_outbox).where(_outbox.c.id == row.id).values(destination=destination))


def downgrade() -> None:
    op.drop_table("roles")
