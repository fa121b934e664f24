"""Discord's limits, each named once, and a few of ours."""

from typing import Final

MESSAGE: Final = 2_000
"""Characters in a message."""
PINGS: Final = 100
"""Users tagged in one message."""
CHOICES: Final = 25
"""Options in a select, and suggestions of an autocomplete."""
NAME: Final = 32
"""Visible characters of a player's name (ours)."""
THREAD_NAME: Final = 100
BUTTONS: Final = 25
"""Buttons under one message."""
BUTTON: Final = 80
"""Characters on a button."""
MODAL: Final = 5
"""Inputs in a modal."""
MODAL_TITLE: Final = 45
LABEL: Final = 45
"""Above an input of a modal."""
ABOUT: Final = 100
"""Under the label."""
PLACEHOLDER: Final = 100
OPTION: Final = 100
"""The label or value of an option of a select, a radio group or a group of boxes."""
BOXES: Final = 10
"""Options in a radio group, or boxes in a group of them; a radio group has at least two."""
TYPED: Final = 1_000
"""Characters in a line of a modal (ours; Discord's is 4,000)."""
REACH: Final = 40
"""Characters of a name that says where a list begins or ends (ours)."""
FORM_SECONDS: Final = 2.0
"""How long we look for what a modal shows; Discord waits three seconds for one."""
ANSWER_SECONDS: Final = 20.0
"""How long somebody is left without a word about what they asked (ours)."""
NONCE_MINUTES: Final = 2
"""How long we rely on Discord remembering a nonce; it does so for a few minutes."""
CODE: Final = "2345679CFHJKPRTWX"
"""What a match's code is made of, behind its title's initial (ours): nothing that is easily mistaken for something
else, and nothing that spells."""
