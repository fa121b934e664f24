"""The gateway: sessions that outlive their connections, and the connections."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from datetime import datetime, timedelta
from email.utils import format_datetime
from enum import IntEnum
from typing import Final

from aiohttp import WSMsgType, web

from tests.fake_discord import payloads
from tests.fake_discord.compression import PACKERS, Pack
from tests.fake_discord.intents import PRIVILEGED, visible
from tests.fake_discord.log import Log
from tests.fake_discord.things import Json
from tests.fake_discord.troubles import Troubles
from tests.fake_discord.world import Event, World

RESUMABLE_FOR: Final = timedelta(minutes=3)
REPLAYED: Final = 10_000
HEARTBEAT_MS: Final = 41_250
READY_VERSION: Final = 10


class Op(IntEnum):
    """Gateway operations."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class CloseCode(IntEnum):
    """Why the server closes."""

    UNKNOWN_OPERATION = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    DISALLOWED_INTENTS = 4014


CLEAN: Final = (1000, 1001)
"""Close codes with which a client gives its session up."""


class Session:
    """What the bot was sent, numbered, and kept for a resume."""

    def __init__(self, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.sequence = 0
        self.connection: Connection | None = None
        self.left_at: datetime | None = None
        """When it lost its connection, by the server's clock."""
        self._sent: deque[tuple[int, str]] = deque(maxlen=REPLAYED)

    def dispatch(self, name: str, data: Json) -> None:
        """Send an event, or keep it until the bot is back."""
        self.sequence += 1
        frame = json.dumps({"op": Op.DISPATCH, "t": name, "s": self.sequence, "d": data})
        self._sent.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.send(frame)

    def missed(self, sequence: int) -> list[str] | None:
        """The frames after a number; None when that cannot be told any more."""
        first = self._sent[0][0] if self._sent else 1
        if not first - 1 <= sequence <= self.sequence:
            return None
        return [frame for number, frame in self._sent if number > sequence]


class Connection:
    """One websocket of the bot."""

    def __init__(
        self, gateway: Gateway, socket: web.WebSocketResponse, request: web.Request, pack: Pack | None
    ) -> None:
        self._gateway = gateway
        self._socket = socket
        self._request = request
        self._pack = pack
        self._outgoing: asyncio.Queue[str | int] = asyncio.Queue()
        self._closing = False
        self.session: Session | None = None

    def send(self, frame: str | Json) -> None:
        """Queue a frame."""
        self._outgoing.put_nowait(frame if isinstance(frame, str) else json.dumps(frame))

    def close(self, code: int) -> None:
        """Close after what is queued."""
        self._outgoing.put_nowait(code)

    def drop(self) -> None:
        """Break, without a word; nothing that is sent from now on arrives."""
        self._leave()
        if self._request.transport is not None:
            self._request.transport.abort()

    async def run(self) -> None:
        """Talk until either side is gone."""
        self.send({"op": Op.HELLO, "t": None, "s": None, "d": {"heartbeat_interval": self._gateway.heartbeat_ms}})
        writer = asyncio.create_task(self._write())
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    self._hear(message.data)
        finally:
            if self._closing:
                await writer
            writer.cancel()
            self._leave()

    async def _write(self) -> None:
        while True:
            frame = await self._outgoing.get()
            try:
                if isinstance(frame, int):
                    self._closing = True
                    await self._socket.close(code=frame)
                    return
                if self._pack is not None:
                    await self._socket.send_bytes(self._pack(frame))
                else:
                    await self._socket.send_str(frame)
            except ConnectionError:
                return

    def _leave(self) -> None:
        """The connection is gone; its session stays for a while, unless the bot closed it cleanly."""
        session = self.session
        if session is None or session.connection is not self:
            return
        session.connection, session.left_at = None, self._gateway.world.clock.now()
        if not self._closing and self._socket.close_code in CLEAN:
            self._gateway.sessions.pop(session.id, None)

    def _hear(self, text: str) -> None:
        try:
            frame = json.loads(text)
            op = frame["op"]
        except (ValueError, KeyError, TypeError):
            return self.close(CloseCode.DECODE_ERROR)
        if op == Op.HEARTBEAT:
            return self._beat()
        self._gateway.log.frames.append(frame)
        if op == Op.IDENTIFY:
            return self._gateway.identify(self, frame["d"])
        if op == Op.RESUME:
            return self._gateway.resume(self, frame["d"])
        if op != Op.PRESENCE:
            self._gateway.log.unknown.append(f"gateway operation {op}")
            return self.close(CloseCode.UNKNOWN_OPERATION)
        return None if self.session else self.close(CloseCode.NOT_AUTHENTICATED)

    def _beat(self) -> None:
        if self._gateway.acknowledges:
            self.send({"op": Op.HEARTBEAT_ACK, "t": None, "s": None, "d": None})


class Gateway:
    """All sessions of the bot, and what a test does to them."""

    def __init__(self, world: World, log: Log, troubles: Troubles) -> None:
        self.world = world
        self.log = log
        self.troubles = troubles
        self.heartbeat_ms = HEARTBEAT_MS
        self.acknowledges = True
        """Whether heartbeats are answered."""
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identified = 0
        self.resumed = 0
        world.listeners.append(self._spread)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One websocket, from its opening to its end."""
        date = {"Date": format_datetime(self.world.clock.now(), usegmt=True)}
        if self.troubles.unreachable:
            return web.Response(status=503, headers=date)
        socket = web.WebSocketResponse(compress=False)
        socket.headers.update(date)
        await socket.prepare(request)
        packer = PACKERS.get(request.query.get("compress", ""))
        connection = Connection(self, socket, request, packer() if packer else None)
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)
        return socket

    # What tests do

    @property
    def connected(self) -> bool:
        """Whether the bot is there, identified."""
        return any(session.connection for session in self.sessions.values())

    def drop(self) -> None:
        """Break every connection without a word; the bot may resume."""
        for connection in list(self.connections):
            connection.drop()

    def close(self, code: int) -> None:
        """Close every connection with a code."""
        for connection in list(self.connections):
            connection.close(code)

    def reconnect(self) -> None:
        """Ask the bot to connect again and resume."""
        for connection in list(self.connections):
            connection.send({"op": Op.RECONNECT, "t": None, "s": None, "d": None})

    def invalidate(self, *, resumable: bool) -> None:
        """Declare the sessions invalid; what is not resumable is forgotten."""
        for connection in list(self.connections):
            connection.send(_invalid(resumable))
        if not resumable:
            self.forget()

    def forget(self) -> None:
        """Forget every session: the next resume is answered with an invalid session."""
        self.sessions.clear()

    # What the bot asks

    def identify(self, connection: Connection, asked: Json) -> None:
        """A new session: READY, then every guild. What happened before it stays untold."""
        if connection.session is not None:
            return connection.close(CloseCode.ALREADY_AUTHENTICATED)
        if asked.get("token") != self.world.token:
            return connection.close(CloseCode.AUTHENTICATION_FAILED)
        if asked["intents"] & PRIVILEGED & ~self.world.privileged_intents:
            return connection.close(CloseCode.DISALLOWED_INTENTS)
        self.identified += 1
        session = Session(asked["intents"])
        self.sessions[session.id] = session
        self._attach(session, connection)
        return self._greet(session)

    def _greet(self, session: Session) -> None:
        bot = self.world.bot
        guilds = [guild for guild in self.world.guilds.values() if bot.id in guild.members]
        ready = {
            "v": READY_VERSION,
            "user": payloads.user(bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.world.gateway_url,
            "application": {"id": str(self.world.application_id), "flags": 0},
            "private_channels": [],
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            face = visible("GUILD_CREATE", payloads.guild_event(self.world, guild), session.intents, bot.id)
            if face is not None:
                session.dispatch("GUILD_CREATE", face | {"unavailable": False})

    def resume(self, connection: Connection, asked: Json) -> None:
        """Go on with a session: what was missed, then RESUMED; or an invalid session when it is too late."""
        session = self.sessions.get(asked["session_id"] or "")
        missed = session.missed(asked["seq"] or 0) if session and self._alive(session) else None
        if session is None or missed is None or asked.get("token") != self.world.token:
            return connection.send(_invalid(False))
        self.resumed += 1
        self._attach(session, connection)
        for frame in missed:
            connection.send(frame)
        return session.dispatch("RESUMED", {})

    def _alive(self, session: Session) -> bool:
        return session.left_at is None or self.world.clock.now() - session.left_at <= RESUMABLE_FOR

    def _attach(self, session: Session, connection: Connection) -> None:
        session.connection, session.left_at = connection, None
        connection.session = session

    def _spread(self, event: Event) -> None:
        """Send an event to every session that may see it."""
        for session in list(self.sessions.values()):
            data = visible(event.name, event.data, session.intents, self.world.bot.id)
            if data is not None:
                self._deliver(session, event.name, data)

    def _deliver(self, session: Session, name: str, data: Json) -> None:
        self.troubles.deliver(name, lambda: session.dispatch(name, data))


def _invalid(resumable: bool) -> Json:
    return {"op": Op.INVALID_SESSION, "t": None, "s": None, "d": resumable}
