"""The one door for REST requests: they are recorded, meet their troubles, are limited, answered and stamped."""

from __future__ import annotations

import json
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any, Final

from aiohttp import BodyPartReader, web

from tests.fake_discord import refusals
from tests.fake_discord.limits import Limits
from tests.fake_discord.log import Log, Request
from tests.fake_discord.rest import account, channels, guilds, interactions, messages, routing
from tests.fake_discord.things import Attachment
from tests.fake_discord.troubles import ConnectionLost, Reply, Troubles

if TYPE_CHECKING:
    from tests.fake_discord.world import World

VERSION: Final = "/api/v10"
MODULES: Final = (account, channels, guilds, interactions, messages)
"""Importing a module registers its routes."""
MAJOR: Final = ("channel", "guild", "token")


class Front:
    """Answers everything below `/api/v10`."""

    def __init__(self, world: World, log: Log, troubles: Troubles, limits: Limits) -> None:
        self._world = world
        self._log = log
        self._troubles = troubles
        self._limits = limits

    async def serve(self, raw: web.Request) -> web.StreamResponse:
        """One request, from its arrival to its answer; or to the break of its connection."""
        request, files = await self._record(raw)
        try:
            reply = await self._reply(request, files, raw.headers.get("Authorization"))
        except ConnectionLost:
            request.trouble = request.trouble or "unreachable"
            if raw.transport is not None:
                raw.transport.abort()
            return web.Response()
        request.status, request.answer = reply.status, reply.body
        return self._response(reply)

    async def _record(self, raw: web.Request) -> tuple[Request, dict[str, bytes]]:
        """Note a request before anything becomes of it."""
        path = raw.path.removeprefix(VERSION)
        body, files = await _read(raw)
        request = Request(raw.method, path, dict(raw.query), body, self._world.clock.now(), files)
        self._log.requests.append(request)
        return request, files

    async def _reply(self, request: Request, files: dict[str, bytes], token: str | None) -> Reply:
        try:
            early = await self._troubles.meet(request, afterwards=False)
            reply = early or self._answer(request, files, token)
            late = await self._troubles.meet(request, afterwards=True) if early is None else None
        except refusals.Refusal as refusal:
            return _refused(refusal, {})
        return late or reply

    def _answer(self, request: Request, files: dict[str, bytes], token: str | None) -> Reply:
        """What Discord makes of a request that got through."""
        found = routing.find(request.method, request.path)
        if found is None:
            self._log.unknown.append(f"{request.method} {request.path}")
            return _refused(refusals.unknown_route(), {})
        route, ids = found
        request.route = route.path
        headers, limited = self._limits.take(request, "+".join(ids[key] for key in MAJOR if key in ids))
        if limited is not None:
            return Reply(limited.status, limited.body, headers | limited.headers)
        if route.needs_token and token != f"Bot {self._world.token}":
            return _refused(refusals.unauthorized(), headers)
        return self._effect(request, route, ids, files, headers)

    def _effect(
        self,
        request: Request,
        route: routing.Route,
        ids: dict[str, str],
        files: dict[str, bytes],
        headers: dict[str, str],
    ) -> Reply:
        """Do what was asked for, unless Discord refuses it."""
        attached = [Attachment(self._world.clock.snowflake(), name, data) for name, data in files.items()]
        call = routing.Call(self._world, ids, request.query, request.body, attached)
        try:
            body = route.handler(call)
        except refusals.Refusal as refusal:
            return _refused(refusal, headers)
        except Exception as error:
            self._log.unknown.append(f"{request.method} {request.path} broke this server: {error!r}")
            raise
        request.took_effect = True
        return Reply(204 if body is None else route.status, body, headers)

    def _response(self, reply: Reply) -> web.Response:
        headers = reply.headers | {"Date": format_datetime(self._world.clock.now(), usegmt=True)}
        if reply.body is None:
            return web.Response(status=reply.status, headers=headers)
        if isinstance(reply.body, str):
            return web.Response(status=reply.status, headers=headers, text=reply.body, content_type="text/html")
        # Discord names no character set, and its clients compare the whole header.
        headers["Content-Type"] = "application/json"
        return web.Response(status=reply.status, headers=headers, body=json.dumps(reply.body).encode())


def _refused(refusal: refusals.Refusal, headers: dict[str, str]) -> Reply:
    """Who does not see a `Via` on a 429 takes it for a ban by the proxy."""
    return Reply(refusal.status, refusal.body(), headers | {"Via": "1.1 google"})


async def _read(raw: web.Request) -> tuple[Any, dict[str, bytes]]:
    """The JSON body of a request, and its files by name."""
    if raw.content_type == "multipart/form-data":
        return await _read_multipart(raw)
    text = await raw.text()
    return (json.loads(text) if text else None), {}


async def _read_multipart(raw: web.Request) -> tuple[Any, dict[str, bytes]]:
    body: Any = None
    files: dict[str, bytes] = {}
    async for part in await raw.multipart():
        assert isinstance(part, BodyPartReader)
        data = bytes(await part.read(decode=True))
        if part.name == "payload_json":
            body = json.loads(data)
        else:
            files[part.filename or part.name or "file"] = data
    return body, files
