"""Why something is refused: one sentence for each reason, told to its sender alone."""

from __future__ import annotations

from games import marks


class Refused(Exception):
    """A message that could be read and cannot be taken; its argument is the sentence that says why (C1)."""


class Illegal(Refused):
    """What can be read, and is legal at no time, whoever sends it: a `check` of it is answered (RECORD.md)."""


class Unclear(Exception):
    """A message that cannot be read."""


class TwoReadings(Unclear):
    """A message whose Void names can be read in two ways (C10); its arguments are both as they could be sent."""


# A cast (GE3 to GE6)
TWO_COLOURS = "A cast has one colour: Gold, Silver or Red, not two of them."
COLOUR_FIRST = "A cast begins with its colour: Gold, Silver or Red. Everything else comes behind it."
RED_ALONE = "Red is cast alone, without Pink, White or Black. Void names may stand beside it."
RED_CLOSED = "Red is closed for the rest of the game, because somebody was eliminated."
WHITE_AND_BLACK = "White and Black cannot be cast together: one of them at most."
NO_PINK = "You have no Pink left. Only beside Black is Pink free."
WHITE_SCORE = "White is not open to you: it needs a score of 4 or more, or of −4 or less if you have never cast Red."
WHITE_AFTER_BLACK = "White is not open to you in this round: in the last one you cast Black with less than 4 points."
WHITE_AFTER_RED = "White is not open to you: at −4 or less it is for those who have never cast Red, and you have."
NOT_WITHDRAWN = "Here nothing is withdrawn, only replaced. Send another: the last before the deadline counts."
NOTHING_TO_WITHDRAW = "You have nothing on file that could be withdrawn."

# Void names (GE9)
VOID_NOBODY = "Behind `void` comes at least one name, or `none`."
VOID_NONE_AND_NAMES = "`none` stands alone behind `void`, without names."
VOID_SELF = "You cannot name yourself for Void: that is for the others to ask."

# The basket (GE2)
BASKET_COLOURS = "A basket holds Gold and Silver only."
BASKET_FIXED = "Your basket is fixed: baskets could be changed in the Basket Period only."
BASKET_FIRST = "Apples are cast in the rounds. This is the Basket Period: send your basket."

# The time bank (GE15)
EXTEND_TWICE = "For two periods write the request twice, with a semicolon between: `extend; extend`."
NO_PERIODS = "You have no period left in your time bank."
NO_TIME_BANK_NOW = "The time bank does not work in the Transfer Period."

# Transfers (GE21)
ACCOUNTS_LOCKED = "Bank accounts are locked. They open only if every player casts Red."
AMOUNT_COMMA = "Write the amount without a comma: `30m`, `1.5m` or `1500000`."
AMOUNT_WHOLE = "Only whole yen can be sent."
AMOUNT_POSITIVE = "The amount must be more than 0 yen."
TRANSFER_SELF = "Your own account cannot be both ends of a transfer."
CASTING_OVER = "The casting is over. Only transfers are open now."

# Who and when (C2)
OUT = "You are out of the game. You can still ask for your `status`."
OUT_BUT_TRANSFERS = "You are out of the game. You can still ask for your `status`, and take part in the transfers."
OVER = "The game has ended. You can still ask for your `status`."


def twice(word: str) -> str:
    return f"`{word}` stands in your message twice. Once is enough."


def no_such_player(word: str) -> str:
    return f"There is no player {marks.said(word)} in this game. A name with blanks stands in double quotes."


def out_already(seat: int) -> str:
    return f"{marks.name(seat)} is out of the game. Only players still in it can be named for Void."


def basket_size(count: int) -> str:
    return f"A basket holds 2 to 5 apples; this one has {count}."


def more_than_balance(balance: str) -> str:
    return f"That is more than you have: your balance is {balance} yen."
