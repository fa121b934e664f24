"""Application commands: registering them, and what a user's use of one looks like."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from tests.fake_discord import payloads
from tests.fake_discord.permissions import ALL, Permission
from tests.fake_discord.refusals import Impossible
from tests.fake_discord.things import Channel, Json, Role, User

if TYPE_CHECKING:
    from tests.fake_discord.world import World


class OptionKind(IntEnum):
    """Discord's option types."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10


BOT_DM: Final = 1
PYTHON: Final[dict[int, tuple[type, ...]]] = {
    OptionKind.STRING: (str,),
    OptionKind.INTEGER: (int,),
    OptionKind.BOOLEAN: (bool,),
    OptionKind.USER: (User,),
    OptionKind.CHANNEL: (Channel,),
    OptionKind.ROLE: (Role,),
    OptionKind.MENTIONABLE: (User, Role),
    OptionKind.NUMBER: (int, float),
}
"""What a value of each option type is in Python."""


def overwrite(world: World, guild_id: int | None, bodies: list[Json]) -> list[Json]:
    """Replace all commands, global or of one guild; a command that was there keeps its id."""
    ids = {(old["type"], old["name"]): old["id"] for old in world.commands.get(guild_id, [])}
    world.commands[guild_id] = [_register(world, guild_id, body, ids) for body in bodies]
    return world.commands[guild_id]


def _register(world: World, guild_id: int | None, body: Json, ids: Mapping[tuple[int, str], str]) -> Json:
    kind = body.get("type") or 1
    fresh = str(world.clock.snowflake())
    said = {key: value for key, value in body.items() if value is not None}
    command: Json = {"default_member_permissions": None, "nsfw": False, "description": "", **said, "type": kind}
    if command["default_member_permissions"] is not None:
        command["default_member_permissions"] = str(command["default_member_permissions"])
    command |= {"id": ids.get((kind, body["name"]), fresh), "application_id": str(world.application_id)}
    return command | {"version": fresh} | ({"guild_id": str(guild_id)} if guild_id else {})


def offered(world: World, user: User, channel: Channel, name: str, *, overruled: bool) -> Json:
    """The command of that name as the user's client would offer it here; `overruled` where admins opened it to all."""
    guild_id = channel.guild.id if channel.guild else None
    everywhere = [*world.commands.get(guild_id, []), *world.commands[None]] if guild_id else world.commands[None]
    command = next((one for one in everywhere if one["name"] == name and one["type"] == 1), None)
    if command is None:
        raise Impossible(f"There is no command /{name} here.")
    if channel.guild is None:
        _require_for_dms(command)
    elif not overruled:
        _require_permission(world, user, channel, command)
    return command


def _require_for_dms(command: Json) -> None:
    contexts = command.get("contexts")
    if BOT_DM not in contexts if contexts is not None else command.get("dm_permission") is False:
        raise Impossible(f"/{command['name']} is not for direct messages.")


def _require_permission(world: World, user: User, channel: Channel, command: Json) -> None:
    granted = world.permissions(channel, user)
    needed = command["default_member_permissions"]
    # "0" is Discord's way of saying: administrators only.
    bits = ALL if needed == "0" else int(needed or 0)
    if not granted & Permission.USE_APPLICATION_COMMANDS or granted & bits != bits:
        raise Impossible(f"{user.username} is not offered /{command['name']}.")


def invocation(world: World, command: Json, path: list[str], values: Mapping[str, Any], channel: Channel) -> Json:
    """The `data` of an interaction that uses a command, its values checked as Discord's client checks them."""
    target, steps = _descend(command, path)
    resolved: Json = {}
    data = _data(command, steps, _filled(world, target, values, channel, resolved))
    return data | ({"resolved": resolved} if resolved else {})


def typing(command: Json, path: list[str], name: str, typed: str) -> Json:
    """The `data` of an interaction that asks for suggestions while an option is typed."""
    target, steps = _descend(command, path)
    option: Json = next((one for one in target.get("options") or [] if one["name"] == name), {})
    if not option.get("autocomplete"):
        raise Impossible(f"{target['name']} suggests nothing for {name!r}.")
    return _data(command, steps, [{"type": option["type"], "name": name, "value": typed, "focused": True}])


def _data(command: Json, steps: list[Json], options: list[Json]) -> Json:
    """Options inside the subcommands that lead to them."""
    for step in reversed(steps):
        options = [{"type": step["type"], "name": step["name"], "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    return data | ({"guild_id": command["guild_id"]} if "guild_id" in command else {})


def _descend(command: Json, path: list[str]) -> tuple[Json, list[Json]]:
    """The subcommand that a path names, and the steps to it."""
    target, steps = command, []
    for word in path:
        target = next((o for o in target.get("options") or [] if o["name"] == word and o["type"] <= 2), {})
        if not target:
            raise Impossible(f"/{command['name']} {' '.join(path)}: there is no {word!r}.")
        steps.append(target)
    if any(option["type"] <= OptionKind.GROUP for option in target.get("options") or []):
        raise Impossible(f"/{command['name']} {' '.join(path)} needs a subcommand.")
    return target, steps


def _filled(world: World, target: Json, values: Mapping[str, Any], channel: Channel, resolved: Json) -> list[Json]:
    """The options that were given, in the order of the command."""
    declared = {option["name"]: option for option in target.get("options") or []}
    unknown = values.keys() - declared.keys()
    missing = {name for name, option in declared.items() if option.get("required")} - values.keys()
    if unknown or missing:
        raise Impossible(f"{target['name']}: unknown {sorted(unknown)}, missing {sorted(missing)}")
    return [
        {"type": option["type"], "name": name, "value": _value(world, option, values[name], channel, resolved)}
        for name, option in declared.items()
        if name in values
    ]


def _value(world: World, option: Json, value: Any, channel: Channel, resolved: Json) -> Any:
    kind = option["type"]
    fits = isinstance(value, PYTHON[kind]) and (kind == OptionKind.BOOLEAN or not isinstance(value, bool))
    if not fits or not _within(option, value):
        raise Impossible(f"{option['name']} cannot be {value!r}.")
    if isinstance(value, User | Channel | Role):
        _resolve(world, value, channel, resolved)
        return str(value.id)
    return value


def _within(option: Json, value: Any) -> bool:
    """Choices, bounds and lengths of an option."""
    if option.get("choices"):
        return value in [choice["value"] for choice in option["choices"]]
    if isinstance(value, Channel):
        return not option.get("channel_types") or int(value.kind) in option["channel_types"]
    least, most = ("min_length", "max_length") if isinstance(value, str) else ("min_value", "max_value")
    measure = len(value) if isinstance(value, str) else value
    if option.get(least) is not None and measure < option[least]:
        return False
    return option.get(most) is None or measure <= option[most]


def _resolve(world: World, value: User | Channel | Role, where: Channel, resolved: Json) -> None:
    """Put what an id stands for beside it."""
    key = str(value.id)
    if isinstance(value, User):
        resolved.setdefault("users", {})[key] = payloads.user(value)
        member = where.guild.members.get(value.id) if where.guild else None
        if member is not None:
            granted = str(world.permissions(where, value))
            resolved.setdefault("members", {})[key] = payloads.bare_member(member) | {"permissions": granted}
    elif isinstance(value, Channel):
        granted = str(world.permissions(value, world.bot))
        resolved.setdefault("channels", {})[key] = payloads.channel(world, value) | {"permissions": granted}
    else:
        resolved.setdefault("roles", {})[key] = payloads.role(value)
