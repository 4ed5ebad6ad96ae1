"""The enumerations as plain numbers, which is what kernels compile best."""

from __future__ import annotations

from .rules import Act, Com, Compared, Empty, Relation, Tested, When, Where
from .state import Ended, Need, Status

OPEN, WON, DRAWN, CRASHED = (each.value for each in Ended)
PLAYING, IS_DONE, IS_OUT = (each.value for each in Status)
NOTHING, CARD, AMOUNT, PLAYER, NUMBER = (each.value for each in Need)

ALWAYS, TOKENS, PLAYS, SUMS, HAVE, DRAW, SHOW = (each.value for each in When)
TAKE, PUT, PUT_PLAY, ASK, BET, GAIN, GAIN_NEW, PLAYIT, GO_NEXT, GO_DONE, GO_OUT, WIN, END = (each.value for each in Act)
DEAL_TO_PLAYERS, DEAL_TO_TABLE, GIVE, REMOVE, TRICK = (each.value for each in Com)
DECK, TABLE, HAND = (each.value for each in Where)
LESS, AT_MOST, EQUAL, AT_LEAST, MORE = (each.value for each in list(Relation)[:5])

STAYS, ENDS, RESHUFFLES = (each.value for each in Empty)
TOP, FIRST, ANY_CARD = (each.value for each in Compared)
EACH_TURN, FIRST_TURN, EACH_RULE = (each.value for each in Tested)
