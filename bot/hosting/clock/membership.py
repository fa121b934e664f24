"""Who has left the server, and who at a table could host. Nobody tells us (there is no members intent), so it is looked
up: when a phase opens, and when somebody's direct messages do not get through. The match goes on; the host is told once
who left, until they are back, and everyone who could look behind the scenes, but that they play.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import partial

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.records import Answer, Hosted, Member, Person
from bot.hosting.model.saying import HOSTS, KEEPERS, OFFICE
from bot.hosting.ports.discord import Trouble, Unreachable
from bot.hosting.ports.store import Unit
from bot.hosting.recording.queue import where
from bot.hosting.rights import authority

log = logging.getLogger(__name__)


class Membership:
    """Looks in the background, one person after the other, whatever match they play in: what there is to say, and all
    that has a deadline, needs the requests that Discord allows."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._looked: dict[int, int] = {}
        """The turn of each match in which all its players were looked up."""
        self._doubted: set[int] = set()
        """Users to look up at the next chance."""
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._one = asyncio.Lock()

    def doubt(self, user_id: int) -> None:
        """Their direct messages do not get through; they may have left."""
        self._doubted.add(user_id)

    def look(self, running: Sequence[Hosted]) -> None:
        """Start looking up whoever is due in the matches that run; to be called often."""
        doubted, self._doubted = self._doubted, set()
        self._looked = {hosted.id: self._looked[hosted.id] for hosted in running if hosted.id in self._looked}
        for hosted in running:
            if hosted.id in self._tasks:
                self._doubted |= doubted.intersection(_users(hosted))
            else:
                self._start(hosted, doubted)

    def _start(self, hosted: Hosted, doubted: set[int]) -> None:
        fresh = self._looked.get(hosted.id) == hosted.match.turn
        due = [user for user in _users(hosted) if not fresh or user in doubted]
        if due:
            self._looked[hosted.id] = hosted.match.turn
            task = asyncio.get_running_loop().create_task(self._look_up(hosted, due), name=f"members:{hosted.id}")
            self._tasks[hosted.id] = task

    async def quiet(self) -> None:
        """Nobody is being looked up any more."""
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    async def _look_up(self, hosted: Hosted, users: Sequence[int]) -> None:
        try:
            there = {user: await self._look_one_up(hosted, user) for user in users}
            await self._house.queue.put(partial(tell, self._house, hosted.id, there))
        except Trouble:
            self._looked.pop(hosted.id, None)
        except Unreachable as error:
            log.info("match %s: its members cannot be looked up: %s", hosted.match.code, error.why)
        except Exception as error:
            log.error("match %s: looking up its members failed: %s", hosted.match.code, where(error))
        finally:
            del self._tasks[hosted.id]

    async def _look_one_up(self, hosted: Hosted, user_id: int) -> Member | None:
        async with self._one:
            return await self._house.roster.member(hosted.guild_id, user_id)


async def tell(house: House, match_id: int, there: Mapping[int, Member | None], unit: Unit) -> Answer | None:
    """`there`: each user who was looked up, as a member; None for who has left. Somebody may have been replaced
    meanwhile."""
    hosted = await unit.match(match_id)
    if hosted is None or not hosted.match.open:
        return None
    now = house.clock.now()
    looked_up = [(p, there[p.user_id]) for p in hosted.sitting if p.user_id is not None and p.user_id in there]
    fresh = []
    for person, member in looked_up:
        if member is not None:
            await unit.untell(match_id, _what(person))
        elif person.seat is not None and await unit.tell_once(match_id, _what(person), now):
            fresh.append(person.seat)
    if fresh:
        await house.recorder.tell_hosts(unit, hosted, words.left_server(hosted.match.code, fresh), now)
    await _name_hosts(house, hosted, looked_up, unit)
    for audience in (HOSTS, KEEPERS, OFFICE):  # what reached no host is tried again: somebody may host by now
        await unit.unpark(authority.desk_of(hosted, audience))
    return None


async def _name_hosts(
    house: House, hosted: Hosted, looked_up: Sequence[tuple[Person, Member | None]], unit: Unit
) -> None:
    """Who hosts this server by now, and has not been named: everyone is told when the phase opens."""
    match = hosted.match
    if match.hostless:
        return
    unnamed = [(p, m) for p, m in looked_up if p.seat is not None and p.entry not in match.managing]
    seats = [p.seat for p, m in unnamed if await authority.hosts_match(unit, hosted, m)]
    if seats:
        now = house.clock.now()
        await house.recorder.write(unit, hosted, Row(events.COULD_LOOK, now, body={"seats": seats}), now)


def _users(hosted: Hosted) -> list[int]:
    return [person.user_id for person in hosted.sitting if person.user_id is not None]


def _what(person: Person) -> str:
    return f"left:{person.entry}:{person.user_id}"
