"""A fake Discord of our own on a real socket, good enough for an unmodified discord.py.

    async with FakeDiscord() as discord:
        guild = discord.world.new_guild("The Tower")
        channel = discord.world.new_channel(guild, "games")
        with discord.pointed_at():
            ...                                             # start the bot
        ann = discord.world.user("ann")
        ann.slash(channel, "match create", ruleset="ghost-ladder")
        ann.dm("12 +1g")
        await until(lambda: ann.heard)                      # what the bot wrote to her
        discord.troubles.lose_answer("POST", "/channels/*/messages")
        discord.clock.advance(hours=24)
        assert not discord.log.unknown                      # nothing that this server does not know

`world` is the truth, `people` what people do and see, `rest` and `gateway` what the bot talks to, `troubles` and
`limits` what goes wrong, `clock` the time that Discord stamps, `log` all that was asked.
"""

from tests.fake_discord.clock import Clock, snowflake_at, stamp
from tests.fake_discord.people import Person, screen
from tests.fake_discord.permissions import Permission
from tests.fake_discord.refusals import Impossible
from tests.fake_discord.server import FakeDiscord, FakeDiscordThread, until
from tests.fake_discord.things import Channel, ChannelKind, Guild, Interaction, Message, MessageFlag
from tests.fake_discord.world import World

__all__ = [
    "Channel",
    "ChannelKind",
    "Clock",
    "FakeDiscord",
    "FakeDiscordThread",
    "Guild",
    "Impossible",
    "Interaction",
    "Message",
    "MessageFlag",
    "Permission",
    "Person",
    "World",
    "screen",
    "snowflake_at",
    "stamp",
    "until",
]
