"""Who has left the server. Nobody tells us (there is no members intent), so it is looked up: when a phase opens, and
when somebody's direct messages do not get through. The match goes on; the host is told once, until they are back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import partial

from bot.hosting import words
from bot.hosting.house import House
from bot.hosting.ports import Answer, Hosted, Person, Trouble, Unit, Unreachable
from bot.hosting.queue import where

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
            there = {user: await self._is_there(hosted, user) for user in users}
            await self._house.queue.put(partial(tell, self._house, hosted.id, there))
        except Trouble:
            self._looked.pop(hosted.id, None)
        except Unreachable as error:
            log.info("match %s: its members cannot be looked up: %s", hosted.match.code, error.why)
        except Exception as error:
            log.error("match %s: looking up its members failed: %s", hosted.match.code, where(error))
        finally:
            del self._tasks[hosted.id]

    async def _is_there(self, hosted: Hosted, user_id: int) -> bool:
        async with self._one:
            return await self._house.post.is_member(hosted.guild_id, user_id)


async def tell(house: House, match_id: int, there: Mapping[int, bool], unit: Unit) -> Answer | None:
    """`there`: for each user who was looked up, whether they are in the server. Somebody may have been replaced
    meanwhile."""
    hosted = await unit.match(match_id)
    if hosted is None or not hosted.match.open:
        return None
    now = house.clock.now()
    fresh = []
    for person in hosted.sitting:
        is_there = None if person.user_id is None else there.get(person.user_id)
        if is_there:
            await unit.untell(match_id, _what(person))
        elif is_there is False and person.seat is not None and await unit.tell_once(match_id, _what(person), now):
            fresh.append(person.seat)
    if fresh:
        await house.scribe.tell_hosts(unit, hosted, words.left_server(hosted.match.code, fresh), now)
    return None


def _users(hosted: Hosted) -> list[int]:
    return [person.user_id for person in hosted.sitting if person.user_id is not None]


def _what(person: Person) -> str:
    return f"left:{person.entry}:{person.user_id}"
