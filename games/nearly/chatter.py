"""The words of messages that hold no order: greetings, cries for help, second thoughts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.nearly.phrases import each

ADDRESSED: Final = frozenset("all everyone everybody you u guys us we friends players".split())
"""Whom a greeting may be for, besides a player by name."""
CHATTER: Final[Mapping[str, str]] = {
    "social": """
        ok, okay, okey, k, kk, alright, all right, cool, nice, great, awesome, perfect, wow, omg, whoa, hmm, hmmm, hm,
        kind regards, regards, best regards, best, sup, whats up, how are you, how is it going, hows it going, glhf,
        hf, have fun, ggwp, wp, gj, gr, no problem, np, no worries, youre welcome, you rock, you are great, youre
        great, youre the best, my bad, my mistake, wrong chat, wrong channel, wrong window, sorry wrong chat, sorry
        for the delay, sorry for the spam, sorry about that, ignore this, oopsie, ttyl, brb, take care, have a nice
        day, thanks for hosting, for hosting, this is fun, so fun, fun, love it, love this, love this game, i
        love this game, exciting, interesting, yay, woo, woohoo, test, testing, ping""",
    "greeting": each("good|nice|great|fun|close|fine", "game|games|round|match|job|one|work|stuff|play|try")
    + ", "
    + """
        thanks, thank you, thank you very much, thank you so much, thanks a lot, thanks so much, many thanks, thx,
        thnx, tx, ty, tysm, tyvm, cheers, hi, hii, hiya, hello, hey, heya, yo, good morning, morning, gm, good
        evening, evening, good night, gn, good day, good afternoon, good luck, gl, gg, well played, nicely done, well
        done, good bot, good one, thank u, congrats, congratulations, happy birthday, bye, goodbye, cya, see ya, see
        you, merci, danke, gracias, grazie, obrigado, arigato, hola, bonjour, hallo, ciao, salut, guten tag, see you
        next round, see you later, see you tomorrow, until next round""",
    "wonder": """
        i wonder, wondering, i wonder if, wondering if, i was wondering if, checking if, check if, just checking if,
        just checking, double checking, double checking if, double check, making sure, making sure that, make sure, to
        make sure, tell me if, let me know if, see if, know if, asking if, sure if, not sure if, curious if, curious,
        want to know if, find out if""",
    "picture": """
        screenshot, screenshots, screen shot, see screenshot, see the screenshot, pic, picture, image, photo,
        attached, attachment, see attached, see pic, see image, https, http""",
    "hosts": """
        tell the host, tell the hosts, tell host, message the host, need a host, need the host, i quit, quit, resign,
        i resign, leave, leave the match, leave the game, leave the tournament, drop out, withdraw from the match,
        withdraw from the game, replace me, sub me out, find a sub, substitute, bug, broken, complaint, complain,
        report, cheating, unfair""",
    "show": """
        show, show me, remind me, remind me of, confirm, can you confirm, view, review, tell me, let me know, display,
        resend, repeat back""",
    "help": """
        help, help me, need help, i need help, some help, can you help, can you help me, how does this work, how does
        it work, how does this game work, how does the game work, how this works, how it works, how do i play, how do
        you play, how do we play, how to play, how do i play this, what do i do, what do i do now, what to do, what
        should i do, what am i supposed to do, what can i do, what now, what do i send, what can i send, what should i
        send, what do i write, what do i type, what can i write, what are my options, how do i submit, how do i send,
        how do i send it, how to submit, how do i enter, how do i write it, how do i write this, instructions, rules,
        the rules, the rules please, what are the rules, whats the rules, explain, explain please, explain pls,
        commands, what are the commands, i dont understand, dont understand, i dont get it, i dont get this, dont get
        it, confused, im confused, so confused, lost, im lost, no idea, no clue, i have no idea, i have no clue, what
        is this, what is going on, whats going on, tutorial, guide, manual, huh, newbie, how do i start, first game,
        this is my first game, new here, im new, im new here, first time here""",
    "hedge": """
        not sure, im not sure, not yet, maybe, perhaps, probably, prob, probs, prolly, possibly, about, around,
        approx, approximately, roughly, circa, or so, ish, somewhere, between, at least, at most, more than, less
        than, no more than, no less than, up to, over, under, below, above, like, kinda, kind of, sort of, idk, i
        dunno, dunno, undecided, not decided, havent decided, i havent decided, havent decided yet, cant decide, i
        cant decide, leaning, leaning towards, leaning to, thinking, thinking of, thinking about, im thinking, still
        thinking, let me think, lemme think, tempted, tempted to, considering, torn, i was going to, i was gonna, i
        was thinking, was thinking, was going to, was gonna, could be, may, ~, ≈, in theory, random, randomly,
        surprise me, your choice, dealers choice, whatever, any, anything, something, some, almost, nearly""",
    "dont": """
        dont, do not, dont want, i dont want, dont want to, never, wont, will not, anything but, everything but, cant,
        cannot, aint, isnt, not going, im not, avoid""",
}
"""As `vocabulary.SHARED`."""
