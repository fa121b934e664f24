"""The words that people use in any game, and what they mean in a message to the Dealer.

A word that no table has is unknown, and makes a sentence unclear.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.nearly.phrases import each

UNKNOWN: Final = "unknown"
BLOCKERS: Final = frozenset(
    [
        UNKNOWN,
        *"if joke unreal other you time who left file legal ask help hedge dont greeted wonder picture hosts".split(),
    ]
)
"""With any of these in it a sentence says nothing plainly. A name is one, too, where names have no place."""
SILENT: Final = ("filler", "social", "greeting", "show")
"""What may stand anywhere, and says nothing of an order."""

_LAST: Final = (
    "last round|the last round|in the last round|last time|previous round|the previous round|round before|the round "
    "before|the last one|my last one|my last number|my last move|my last submission|last"
)
SHARED: Final[Mapping[str, str]] = {
    "filler": """
        lets, exact, i, im, i am, ill, i will, id, i would like, id like, i want, i wanna, i wish to, want, let me,
        me, my, go, going, gonna, go for, for, do, doing, it, its, is, be, this, this is, thats, here, heres, here is,
        the, a, an, this round, this turn, this time, for now, in this round, now, just, only, still, again, so, well,
        then, right, yup, please, pls, plz, plse, kindly, dealer, dear dealer, host, bot, sir, um, uh, oh, ah, lets
        say, i guess, i think, make mine, make my, put me in for, put me in at, put me down at, put me at, put me on,
        put me down for, put me down, count me in for, mark me down for, mark me for, give me, gimme, get, get me,
        request, i choose, i pick, i take, ill take, thats it, thats all, nothing else, that, that one, this one, the
        one, from me, as, by the way, btw, the last one, too, yeah, ya, am, por favor, bitte, svp, per favore,
        decided, ive decided, i decided, decided on, ive decided on, i decided on, settle on, settling on, settled on,
        it will be, itll be, let it be, will go, will do, will play, will submit, will bid, will take, will cast, will
        vote, ive decided to""",
    "yes": "yes, sure, yep, yes please, correct, exactly, thats right, thats correct, y",
    "own": """
        actual, for real, real, the real one, my real one, my actual one, mine, mine is, my move, my real move, my
        actual move, my submission, my real submission, my actual submission, my entry, my answer, my real answer, my
        order, my orders, my pick, my choice, submit, submitting, submission, move, answer, entry, official,
        officially, i submit, ill submit, my play, decision, my decision, real answer, actual answer, real move, real
        one, the actual one, actual one""",
    "final": """
        final, final answer, my final answer, finally, final one, lock, lock in, locked in, locking in, locked,
        locking, locking it in, lock it in, lock it in at, lock me in, lock me in at, lock me in for, lock in at""",
    "actually": """
        actually, i mean, i meant, meant, make it, make that, make this, sorry, oops, er, instead, rather, or rather,
        ->""",
    "change": """
        change, changed, change to, change it to, change that to, changing to, change my mind, changed my mind, i
        changed my mind, ive changed my mind, change of mind, change of plan, change of plans, switch, switch to,
        switch it to, switching to, swap to, set to, set it to, set me to, replace with, replace it with, bump to,
        bump it to, raise to, raise it to, lower to, lower it to, update, update to, edit, correction, new, on second
        thought, on second thoughts, second thoughts""",
    "retract": """
        no wait, wait, wait no, oh wait, no no, nope, scratch that, scratch it, scrap that, scrap it, strike that,
        nah, forget that, forget it, disregard, disregard that, ignore that, nvm, nevermind, never mind, hold on""",
    "to": "to",
    "or": "or, either, /, vs",
    "not": "instead of, rather than, not, and not",
    "join": "and, &, plus, +, with, w/, w, n, but, and with, along with, together with",
    "same": each("|the", "same|same thing|same number|same one", "|again|as before")
    + """,
        samee, ditto, repeat, as before, once more""",
    "keep": """
        keep, keep it, keep that, keep mine, leave mine, dont change it, dont change mine, dont change anything, no
        changes from me, as it was, keep it the same, leave it, leave it as it is, leave it as is, no change, no
        changes, unchanged, stick with it, sticking with it, stick with that, stay, staying, i stay, let it stand,
        stick, keep the same, keep as is, leave as is""",
    "before": each("|the|repeat", "same|same thing|same number|same height|same one", "as", _LAST)
    + ", "
    + each("as|like|what i did|what i had|what i sent|what i put|what i played|as i did|ditto|repeat", _LAST)
    + """, last rounds, my last one, my last number, my last move, my last submission, last round again, last time
        again""",
    "cancel": """
        cancel, undo, take back, take it back, revert, retract, delete, remove, undo that, cancel that, undo it,
        cancel it, clear, forget what i sent, ignore what i sent""",
    "withdraw": "withdraw, withdraw it, withdraw that, i withdraw, withdrawing",
    "status": "status, my status, what i have left, whats left",
    "if": """
        if, iff, unless, when, whenever, otherwise, else, or else, depends, depending, in case, incase, provided,
        assuming, assume, suppose, supposing, whether, as long as, so long as, in the event, whoever, whichever, even
        if, only if, only when, except if, once, after, before, until, till, til, as soon as, wait for, wait until,
        wait till, try, fall back to, fallback, worst case, best case, providing, given that, except when, contingent,
        just in case, in that case, in which case, failing that, except""",
    "joke": """
        lol, jk, j / k, /s, kidding, just kidding, joking, joke, imagine, imagining, pretend, kek, trolling, troll,
        bluff, bluffing, heh, hah, xd, as if, lulz, just messing, messing, teasing, prank""",
    "unreal": """
        hypothetically, hypothetical, what if, would, could, might, wish, would be, wouldve, couldve, dream""",
    "other": """
        he, hes, hell, him, his, she, shes, her, hers, they, theyre, theyd, them, their, theirs, someone, somebody,
        anyone, anybody, everyone, everybody, nobody, no one, people, others, other, another player, other players,
        the others, who, whos, whose, players, rest of them, told, tell, telling, said, say, says, saying, asked,
        promised, claimed, claims, thinks, thought, heard, believes, lied, swears, wants, plays, played, puts,
        everyones, everybodys, someones, somebodys, anyones, everyone else, anyone else, whom, opponent, opponents,
        rival, rivals, enemy, ally, allies, teammate, partner, friend, friends""",
    "you": "you, your, yours, youre, we, us, our, were, were all, u, ur, guys",
    "time": each("it|round|phase|match|game|vote|voting|this", "end|close")
    + ", "
    + """
        next round, next turn, hour, hours, hr, hrs, minute, minutes, min, mins, day, days, week, weeks, weekend,
        tomorrow, tonight, today, noon, midnight, this morning, this evening, in the morning, in the evening, how
        long, how long do i have, how long do we have, how long have i, how long left, ends, ending, closes, closing,
        expire, expires, soon, moment, sec, secs, a sec, a minute, too late, due, pm, oclock, deadline, time, more
        time, extra time, longer, late, later, extension, extend, extending, delay, timezone, utc, gmt, est, cet,
        away, vacation, holiday, asleep, countdown, postpone""",
    "left": "left, remaining, remain, have left, do i have left, do i still have, do i have",
    "file": """
        count, counts, counted, counting, on file, received, receive, registered, register, recorded, saved, accepted,
        go through, went through, gone through, going through, go thru, went thru, get it, got it, submitted, get
        mine, got mine, get my, got my, get that, got that, get this, got this, in yet, read it, arrived, arrive,
        current, sent, sent it, i sent, i put, i played, i picked, i chose, already, am i in, am i set, am i good, am
        i done, am i all set, all set, all good, im good, everything good, is everything good, are we good, we good,
        everything ok, everything okay, did that work, did it work, did this work, was that ok, was that okay, is that
        ok, is that okay, is it ok, is it okay, did i play, have i played, did i put, did i pick, did i choose, did i
        send, have i sent""",
    "legal": """
        legal, illegal, good, valid, invalid, allowed, enough, afford, possible, fine, permitted, too much, too many,
        does that work, does it work, will that work, will it work, would that work""",
    "ask": """
        in, will, can i get, can i have, could i get, could i have, may i have, can i do, what, whats, what is, how,
        why, how many, how much, can, can i, could i, may i, should i, shall i, do i, did, did i, have i, am i, are,
        does, so far""",
}
"""Meanings, each with its phrases: in lower case, without apostrophes, separated by commas."""

ORDINARY: Final = frozenset(
    """
    told hold holds cold bold sold fold folds old god good goal golf goad gild geld salver reed link links pin
    punk ping wink sink drink pine pint pick back block lack slack blanc while write quite whit whites avoid voice
    bank thank tank rang ran yank sank prank frank drank store core scare sore shore scope snore scored cheek chuck
    chick cancer statue extent intend withdrew voter note vole dote rote chose casket gasket garret summit scored
    submits ranked held hell kelp heap helm yelp quite quit
    """.split()
)
"""Words that are no slips of a word of the games, however near they come."""
