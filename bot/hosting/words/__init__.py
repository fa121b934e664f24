"""Every sentence of hosting. What is public here is a function of public facts: the clock, the phase, who is in.

Texts are Discord Markdown; seats are marks until they are rendered.
"""

# One name for all sentences, `words.…`, wherever they stand.
from bot.hosting.words.agreement import *  # noqa: F403
from bot.hosting.words.books import *  # noqa: F403
from bot.hosting.words.doctor import *  # noqa: F403
from bot.hosting.words.enquiries import *  # noqa: F403
from bot.hosting.words.forms import *  # noqa: F403
from bot.hosting.words.hosts import *  # noqa: F403
from bot.hosting.words.interventions import *  # noqa: F403
from bot.hosting.words.players import *  # noqa: F403
from bot.hosting.words.posts import *  # noqa: F403
from bot.hosting.words.questions import *  # noqa: F403
from bot.hosting.words.rights import *  # noqa: F403
from bot.hosting.words.set_back import *  # noqa: F403
from bot.hosting.words.shared import *  # noqa: F403
from bot.hosting.words.signing_up import *  # noqa: F403
