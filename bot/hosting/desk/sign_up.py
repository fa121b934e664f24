"""Co-hosts, templates of options, and the reminder before a sign-up ends."""

from __future__ import annotations

from dataclasses import replace

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk.access import is_host
from bot.hosting.model.asker import Asker
from bot.hosting.model.match import SIGNING_UP
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import HOSTS, PUBLIC, Say
from bot.hosting.model.template import Template
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.rendering import escape
from bot.hosting.rights import authority
from bot.hosting.rights.facts import CannotSee


async def cohost(house: House, hosted: Hosted, asker: Asker, user_id: int, unit: Unit) -> Answer:
    """Somebody who may use this match's desk, beside the server's hosts."""
    if hosted.ever(user_id):
        return Answer(words.SEATED_BEFORE, ok=False)
    await unit.add_cohost(hosted.id, user_id)
    return Answer(words.cohost_named(user_id, hosted.match.code))


async def no_cohost(house: House, hosted: Hosted, asker: Asker, user_id: int, unit: Unit) -> Answer:
    """What was named is taken back, from now on."""
    code = hosted.match.code
    if not await unit.remove_cohost(hosted.id, user_id):
        return Answer(words.never_cohost(user_id, code), ok=False)
    return Answer(words.cohost_no_more(user_id, code))


async def hosts(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> str | None:
    """Who hosts a match now, for those who do; None for anybody else. Raises Wanted."""
    member = asker.member
    if not await authority.hosts_match(unit, hosted, member) or hosted.ever(asker.user_id):
        return None
    facts, creator, named = house.facts, hosted.creator_id, await unit.cohosts(hosted.id)
    try:
        places = await authority.hears(facts, unit, hosted, HOSTS)
        there = None if creator is None else facts.member(hosted.guild_id, creator)
    except CannotSee:
        return words.UNSEEN_HOSTS
    still = await authority.hosts_match(unit, hosted, there)
    hears = "" if not places else f"<{'#' if places[0].startswith('channel:') else '@'}{places[0].partition(':')[2]}>"
    return words.hosts_of(creator, still, named, hears)


async def save(asker: Asker, template: Template, unit: Unit) -> Answer:
    if not await is_host(unit, asker):
        return Answer(words.NOT_A_HOST, ok=False)
    if not template.name:
        return Answer(words.NAMELESS_TEMPLATE, ok=False)
    for saved in await unit.templates(asker.guild_id):
        if saved.name.casefold() == template.name.casefold():
            if saved.ruleset != template.ruleset:
                return Answer(words.TEMPLATE_OF_ANOTHER, ok=False)
            template = replace(template, name=saved.name)
    await unit.save_template(template)
    return Answer(words.template_saved(escape(template.name)))


async def remind(house: House, match_id: int, unit: Unit) -> Answer | None:
    """A day before a match starts by itself: how many seats are free."""
    hosted, now = await unit.match(match_id), house.clock.now()
    if hosted is None or hosted.match.status != SIGNING_UP or hosted.match.starts is None:
        return None
    match = hosted.match
    if len(match.entries) < match.most and await unit.tell_once(hosted.id, "sign-up", now):
        text = words.sign_up_ends(match.code, len(match.entries), match.least, match.most, hosted.match.starts)
        await house.recorder.tell(unit, f"thread:{hosted.id}", Say(PUBLIC, text), hosted, now)
    return None
