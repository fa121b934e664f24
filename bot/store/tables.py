"""The tables. The journal is the truth; everything else is a projection of it, or Discord's side of things.

Instants are stored as milliseconds since 1970 in UTC; a naive one is refused.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Instant(TypeDecorator[datetime]):
    """A moment in UTC, to the millisecond."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs its time zone")
        return (value - EPOCH) // timedelta(milliseconds=1)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        return None if value is None else EPOCH + timedelta(milliseconds=int(value))


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

servers = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("host_role_id", BigInteger, comment="members with this role are hosts, beside Manage Server"),
    Column("zone", String(64), comment="IANA name, for local times"),
    Column("host_channel_id", BigInteger, comment="where hosts are told what they must know"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False, comment="where the sign-up card stands"),
    Column("forum", Boolean, nullable=False, server_default=text("0"), comment="the match is a forum post"),
    Column("thread_id", BigInteger, comment="where the match is posted; the id of the message it grew from"),
    Column("creator_id", BigInteger, comment="who is told what hosts must know"),
    Column("status", String(16), nullable=False, comment="projection of folded"),
    Column("position", Integer, nullable=False, comment="rows in the journal; the guard against a lost race"),
    Column("turn", Integer, nullable=False, comment="projection of folded"),
    Column("deadline", Instant, comment="projection of folded"),
    Column("announce_at", Instant, comment="when the first hushed extension is announced"),
    Column("starts_at", Instant, comment="when it starts by itself; projection of folded"),
    Column("folded", JSON, nullable=False, comment="the fold of the journal: a cache, with its version"),
    Column("created_at", Instant, nullable=False),
    Index("ix_matches_status_deadline", "status", "deadline"),
    Index("ix_matches_guild_id", "guild_id"),
    Index("ix_matches_starts_at", "starts_at"),
)

journal = Table(
    "journal",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("body", JSON, nullable=False),
    Column("at", Instant, nullable=False, comment="Discord's time of it"),
    Column("source", String(40), comment="the message, interaction or turn it came from"),
    Column("closes_turn", Integer, comment="set on the row that closes a turn"),
    Column("actor", BigInteger, comment="the user; blanked when forgotten"),
    UniqueConstraint("match_id", "position"),
    UniqueConstraint("match_id", "source"),
    UniqueConstraint("match_id", "closes_turn"),
    Index("ix_journal_source", "source"),
)

tenures = Table(
    "tenures",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("entry", Integer, nullable=False, comment="the sign-up's number in this match"),
    Column("seat", Integer, comment="from the start on"),
    Column("user_id", BigInteger, comment="blanked when forgotten"),
    Column("name", String(64), nullable=False),
    Column("since", Instant, nullable=False),
    Column("until", Instant, comment="left, replaced"),
    Index("ix_tenures_user_id", "user_id"),
    Index("ix_tenures_match_id_entry", "match_id", "entry"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
)

cohosts = Table(
    "cohosts",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
)

roles = Table(
    "roles",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column(
        "user_id",
        BigInteger,
        primary_key=True,
        autoincrement=False,
        comment="a player to whom I gave the role of the match: it is taken from nobody else",
    ),
    Column("role_id", BigInteger, nullable=False),
)

waiting = Table(
    "waiting",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", String(64), nullable=False, comment="as shown when they asked"),
    Column("manages", Boolean, nullable=False, server_default=text("0")),
    UniqueConstraint("match_id", "user_id"),
)

templates = Table(
    "templates",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(40), primary_key=True),
    Column("ruleset", String(40), nullable=False),
    Column("options", JSON, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("reminders", Boolean, nullable=False),
    Column("quiet", Boolean, nullable=False),
    Column("away_from", Instant),
    Column("away_to", Instant),
    Column("extend", Boolean, nullable=False, comment="while away, ask for the time bank"),
)

channels = Table(
    "channels",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column(
        "read_up_to", BigInteger, nullable=False, comment="every message up to this id has been read, without a gap"
    ),
)

mailboxes = Table(
    "mailboxes",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False, comment="so that reading their messages opens no channel"),
)

inbox = Table(
    "inbox",
    metadata,
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("text", Text, nullable=False, comment="Discord's raw text; blanked when its time has come"),
    Column("readable", Boolean, nullable=False, comment="false where it held no text"),
    Column("reply_to", BigInteger),
    Column("edited_at", Instant),
    Column("via", String(12), nullable=False, server_default="message", comment="message, interaction"),
    Column("turn", Integer, comment="the one turn in which it counts, where it came by a form"),
    Column("match_id", ForeignKey("matches.id"), comment="where it belongs"),
    Column("state", String(8), nullable=False, comment="held, done"),
    Column("at", Instant, nullable=False, comment="when it was first seen"),
    CheckConstraint("state in ('held', 'done')", name="state"),
    Index("ix_inbox_match_id_state", "match_id", "state"),
    Index("ix_inbox_user_id", "user_id"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", ForeignKey("matches.id")),
    Column("position", Integer, comment="the journal row that said it"),
    Column("ordinal", Integer),
    Column("destination", String(40), nullable=False, comment="thread:MATCH, user:USER, card:MATCH"),
    Column("request", JSON, nullable=False, comment="the finished request, never rendered again"),
    Column("nonce", String(25), nullable=False),
    Column("state", String(9), nullable=False),
    Column("tried", Boolean, nullable=False, server_default=text("0"), comment="a send may have taken effect"),
    Column("message_id", BigInteger),
    Column("created_at", Instant, nullable=False),
    Column("said_at", Instant),
    CheckConstraint("state in ('unsaid', 'said', 'parked', 'withdrawn')", name="state"),
    UniqueConstraint("match_id", "position", "ordinal"),
    Index("ix_outbox_state_destination", "state", "destination"),
    Index("ix_outbox_message_id", "message_id"),
    Index("ix_outbox_destination_created_at", "destination", "created_at"),
)

boards = Table(
    "boards",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("which", String(8), primary_key=True, comment="card (in the channel), board (pinned in the thread)"),
    Column("wanted", JSON, nullable=False),
    Column("shown", JSON(none_as_null=True)),
    Column("message_id", BigInteger),
    Column("nonce", String(25), nullable=False),
    Column("tried", Boolean, nullable=False, server_default=text("0"), comment="a send may have taken effect"),
)

presence = Table(
    "presence",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("since", Instant, nullable=False, comment="all histories read"),
    Column("until", Instant, nullable=False, comment="the last heartbeat"),
)

quarantine = Table(
    "quarantine",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("since", Instant, nullable=False, comment="Discord keeps us from writing to new people"),
    Column("seen", Instant, nullable=False, comment="when it last refused one for that"),
)

told = Table(
    "told",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("what", String(60), primary_key=True, comment="a trouble that the host has been told of, once"),
    Column("at", Instant, nullable=False),
)

restored = Table(
    "restored",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Instant, nullable=False, comment="when a copy was brought back that no process has run on yet"),
)

lease = Table(
    "lease",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("holder", String(32), nullable=False),
    Column("counter", Integer, nullable=False),
    Column("beat_at", Instant, nullable=False, comment="on the machine's clock, for the health check alone"),
)

ledger = Table(
    "ledger",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, comment="blanked when forgotten"),
    Column("kind", String(16), nullable=False, comment="garnets, tokens, yen"),
    Column("amount", BigInteger, nullable=False, comment="what was added"),
    Column("reason", Text, nullable=False),
    Column("match_id", ForeignKey("matches.id")),
    Column("seat", Integer),
    Column("turn", Integer, comment="0 for the opening; the turn that ended it"),
    Column("actor", BigInteger),
    Column("at", Instant, nullable=False),
    UniqueConstraint("match_id", "turn", "seat", "kind"),
    Index("ix_ledger_guild_id_user_id_kind", "guild_id", "user_id", "kind"),
)

looks = Table(
    "looks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, comment="who read what others hold here; blanked when forgotten"),
    Column("whose", BigInteger, comment="null: everybody's"),
    Column("kind", String(16), comment="null: all that the ledger keeps"),
    Column("at", Instant, nullable=False),
    Index("ix_looks_guild_id_user_id", "guild_id", "user_id"),
)
