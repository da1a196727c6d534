#!/usr/bin/env python3
"""Computes findings and tactics again, by brute force, and compares them with `tandem analyse`.

See README.md in this folder.
"""

import argparse
import contextlib
import json
import random
import re
import subprocess
import sys
import tempfile

import chess
import chess.variant

KINDS = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]
LETTERS = dict(zip(KINDS, "PNBRQ"))
ONE_OF_EACH = (1, 1, 1, 1, 1)
REACTION_MS = 1000
MIN_SIT_MS = 6000
SIT_MEDIANS = 5
MAX_ONLY_MOVES = 3
# The kinds in the order of the findings of one seat at one moment, and those that are mistakes.
ORDER = ["mate-found", "mate-missed", "capture-made", "capture-missed", "joint-made", "joint-missed", "joint-spoiled",
         "piece-lost", "sit", "defence-found", "defence-missed"]
MISTAKES = ["mate-missed", "capture-missed", "joint-missed", "joint-spoiled", "defence-missed"]
PARTNER = {"A": "b", "b": "A", "a": "B", "B": "a"}
OPPONENT = {"A": "a", "a": "A", "b": "B", "B": "b"}
# The opponent's partner, who can sit against the seat.
DIAGONAL = {"A": "B", "B": "A", "a": "b", "b": "a"}


def board_of(seat):
    return seat.lower()


def plus(hand, kind):
    return tuple(n + (k == kind) for n, k in zip(hand, KINDS))


def minus(hand, move):
    if move.drop is None:
        return hand
    return tuple(n - (k == move.drop) for n, k in zip(hand, KINDS))


def moves_with(board, hand):
    """Returns the legal moves of the side to move with `hand`."""
    side = board.copy(stack=False)
    for color in chess.COLORS:
        pocket = side.pockets[color]
        pocket.reset()
    for count, kind in zip(hand, KINDS):
        for _ in range(count):
            side.pockets[side.turn].add(kind)
    return list(side.legal_moves), side


def after(side, move):
    next_board = side.copy(stack=False)
    next_board.push(move)
    return next_board


def is_mated(board):
    return board.is_check() and not moves_with(board, ONE_OF_EACH)[0]


def wins(board, hand, n):
    """Returns whether the side that has just given check mates within `n` moves, that check included."""
    if not board.is_check():
        return False
    if n == 1:
        return is_mated(board)
    answers, side = moves_with(board, ONE_OF_EACH)
    return all(mates(after(side, answer), hand, n - 1) for answer in answers)


def mates(board, hand, n):
    moves, side = moves_with(board, hand)
    return any(wins(after(side, move), minus(hand, move), n) for move in moves)


def first_moves(board, hand, n):
    moves, side = moves_with(board, hand)
    return sorted(uci(move) for move in moves if wins(after(side, move), minus(hand, move), n))


def uci(move):
    return move.uci()


def shortest(board, hand, most):
    return next((n for n in range(1, most + 1) if mates(board, hand, n)), None)


def captured(board, move):
    """Returns the kind in which the piece that `move` captures arrives, or None."""
    if move.drop is not None:
        return None
    if board.is_en_passant(move):
        return chess.PAWN
    if board.is_castling(move):
        return None
    kind = board.piece_type_at(move.to_square)
    if kind is None:
        return None
    return chess.PAWN if board.promoted & chess.BB_SQUARES[move.to_square] else kind


def mated_themes(board, move):
    """Returns the themes of the mate on `board`, which `move` gave."""
    checkers = list(board.checkers())
    if len(checkers) != 1:
        return set()
    themes, checker, king = set(), checkers[0], board.king(board.turn)
    if move.drop is not None:
        themes.add("drop-mate")
    if chess.square_distance(king, checker) == 1:
        themes.add("contact-mate")
    kind = board.piece_type_at(checker)
    if kind == chess.KNIGHT and all(board.color_at(square) == board.turn
                                    for square in chess.SquareSet(chess.BB_KING_ATTACKS[king])):
        themes.add("smothered")
    own_rank = 0 if board.turn == chess.WHITE else 7
    if (kind in (chess.ROOK, chess.QUEEN) and chess.square_rank(king) == own_rank
            and chess.square_rank(checker) == own_rank):
        themes.add("back-rank")
    return themes


def themes_of_line(board, line):
    """Returns the themes of `line` from `board`; the side to move attacks."""
    themes, board, attacker, checks, checker = set(), board.copy(stack=False), board.turn, 0, None
    for move in line:
        _, board = moves_with(board, ONE_OF_EACH)
        if board.turn != attacker:
            if move.to_square == checker:
                themes.add("sacrifice")
            board = after(board, move)
            continue
        board = after(board, move)
        checkers = list(board.checkers())
        checks += bool(checkers)
        checker = move.to_square
        if len(checkers) > 1:
            themes.add("double-check")
        if any(square != checker for square in checkers):
            themes.add("discovered-check")
        if move.promotion:
            themes.add("promotion")
        if is_mated(board):
            themes |= mated_themes(board, move)
    if checks >= 3:
        themes.add("king-hunt")
    return themes


def simplicity(board, check, reply):
    """Sorts simple replies to `check` first: captures of the checking piece, king moves, other moves, drops."""
    if reply.drop is not None:
        return 3, reply.drop, uci(reply)
    kind = 2
    if reply.to_square == check.to_square:
        kind = 0
    elif reply.from_square == board.king(board.turn):
        kind = 1
    return kind, chess.QUEEN - reply.promotion if reply.promotion else 0, uci(reply)


def longest_reply(board, hand, check, moves_to_win):
    """Returns the reply that resists longest, or None without a reply."""
    replies, side = moves_with(board, hand)
    return min(replies, default=None, key=lambda reply: (
        -(moves_to_win(after(side, reply), minus(hand, reply)) or 0), simplicity(side, check, reply)))


def mate_line(board, own, other, most):
    """Returns the moves of a forced mate on `board`: the first of the winning moves against the longest reply."""
    line = []
    while True:
        n = shortest(board, own, most)
        if n is None:
            return line
        moves, side = moves_with(board, own)
        move = min((it for it in moves if wins(after(side, it), minus(own, it), n)), key=uci)
        line.append(move)
        board, own = after(side, move), minus(own, move)
        reply = longest_reply(board, other, move, lambda after_reply, _: shortest(after_reply, own, most))
        if reply is None:
            return line
        _, side = moves_with(board, other)
        line.append(reply)
        board, other = after(side, reply), minus(other, reply)


class Joint:
    """The joint win on the partner's board: `wanted` are the kinds that the waiting seat needs."""

    def __init__(self, wanted):
        self.wanted = wanted

    def is_won(self, side, move, own, other, k):
        kind, next_board = captured(side, move), after(side, move)
        if kind in self.wanted:
            # In a race, the capturer's opponent mates in no more moves than the waiting seat.
            return not any(mates(next_board, other, n) for n in range(1, self.wanted[kind] + 1))
        if not next_board.is_check():
            return False
        answers, defender = moves_with(next_board, other)
        if not answers:
            return True
        own = minus(own, move)
        return k > 1 and all(
            self.has_win(after(defender, answer), own, minus(other, answer), k - 1)
            for answer in answers
        )

    def has_win(self, board, own, other, k):
        moves, side = moves_with(board, own)
        return any(self.is_won(side, move, own, other, k) for move in moves)

    def delivered(self, board, own, other, k):
        """Returns the wanted kinds that the shortest lines capture; the side to move wins within `k` moves."""
        moves, side = moves_with(board, own)
        taken = {captured(side, move) for move in moves if self.is_won(side, move, own, other, 1)}
        taken &= set(self.wanted)
        if taken:
            return taken
        for n in range(1, k + 1):
            first = [move for move in moves if self.is_won(side, move, own, other, n)]
            if first:
                break
        for move in first:
            answers, defender = moves_with(after(side, move), other)
            for answer in answers:
                taken |= self.delivered(after(defender, answer), minus(own, move), minus(other, answer), n - 1)
        return taken

    def line(self, board, own, other, most):
        """Returns the kind that the line delivers, or None, and the defender's hand does not matter any more."""
        while True:
            joint = self.shortest(board, own, other, most)
            if joint is None:
                return None
            moves, side = moves_with(board, own)
            move = next(move for move in moves if uci(move) == joint[1][0])
            kind = captured(side, move)
            board, own = after(side, move), minus(own, move)
            if kind in self.wanted:
                return kind
            reply = longest_reply(board, other, move, lambda board, hand: (
                self.shortest(board, own, hand, most) or (0,))[0])
            if reply is None:
                return None
            _, side = moves_with(board, other)
            board, other = after(side, reply), minus(other, reply)

    def shortest(self, board, own, other, most):
        for k in range(1, most + 1):
            moves, side = moves_with(board, own)
            first = [move for move in moves if self.is_won(side, move, own, other, k)]
            if first:
                takes = any(captured(side, move) in self.wanted for move in first)
                return k, sorted(map(uci, first)), k == 1 and takes
        return None


def timed_boards(text):
    """Returns the boards whose plies have times in the text of a match: those of the other board are assumed."""
    return "".join(name for name in "ab" if re.search(rf"(?i)\d{name}\.\s+\S+\s+\{{\S*\s*[\d.:]+", text))


class Match:
    def __init__(self, lines, row, text, most, deliver):
        self.lines, self.most, self.deliver = lines, most, deliver
        result, time_control = row.get("result"), row.get("time_control")
        self.plies = lines[1:]
        self.end = len(self.plies)
        control = re.fullmatch(r"(\d+)(?:\+(\d+))?", time_control or "")
        self.initial_ms = int(control[1]) * 1000 if control else None
        self.increment_ms = int(control[2] or 0) * 1000 if control else 0
        # Without clocks and match times, one second per ply is assumed.
        assumed = all(line["time_ms"] == 1000 * i for i, line in enumerate(lines))
        self.has_clocks = not assumed or any(ply["clock_ms"] is not None for ply in self.plies)
        self.timed = "ab"
        self.has_match_times = self.has_clocks and all(ply["clock_ms"] is None for ply in self.plies)
        if self.has_match_times:
            self.timed = timed_boards(text) or "ab"
            if self.initial_ms:
                self.derive_clocks()
        self.boards, self.hands = [], []
        for line in lines:
            self.boards.append({})
            hand = {}
            for name, white, black in (("a", "A", "a"), ("b", "B", "b")):
                board = chess.variant.CrazyhouseBoard(line[name], chess960=True)
                self.boards[-1][name] = board
                for seat, color in ((white, chess.WHITE), (black, chess.BLACK)):
                    pocket = board.pockets[color]
                    hand[seat] = tuple(pocket.count(kind) for kind in KINDS)
            self.hands.append(hand)
        mated = [OPPONENT[ply["seat"]] for ply in self.plies if ply["mate"]]
        self.mated = mated[-1] if mated else None
        if mated:
            self.lost = {mated[-1], PARTNER[mated[-1]]}
        else:
            self.lost = {"1-0": {"a", "B"}, "0-1": {"A", "b"}}.get(result, set())
        self.cache = {}

    def derive_clocks(self):
        """Computes the readings of a match that has match times beside its plies instead of clocks."""
        clock, last = dict.fromkeys("AaBb", self.initial_ms), {"a": 0, "b": 0}
        for i, ply in enumerate(self.plies):
            name = board_of(ply["seat"])
            clock[ply["seat"]] += self.increment_ms - (self.time(i + 1) - last[name])
            last[name] = self.time(i + 1)
            if name in self.timed:
                ply["clock_ms"] = clock[ply["seat"]]

    def time(self, moment):
        return self.lines[moment]["time_ms"]

    def used(self, ply):
        """Returns the time that ply index `ply` took by the clock of its seat, or None."""
        seat = self.plies[ply]["seat"]
        own = [it["clock_ms"] for it in self.plies[:ply] if it["seat"] == seat]
        before = own[-1] if own else self.initial_ms if board_of(seat) in self.timed else None
        now = self.plies[ply]["clock_ms"]
        return None if before is None or now is None else max(0, before - now + self.increment_ms)

    def took(self, start, ply):
        """Returns the time that ply index `ply` took from moment `start` on: for a whole turn by the clock."""
        passed = self.passed(start, ply)
        if passed is None or ply >= self.end:
            return passed
        name = board_of(self.plies[ply]["seat"])
        turn = next((i + 1 for i in range(ply - 1, -1, -1) if board_of(self.plies[i]["seat"]) == name), 0)
        if turn != start:
            return passed
        used = self.used(ply)
        return passed if used is None and self.has_match_times and name in self.timed else used

    def passed(self, start, ply):
        """Returns the match time from moment `start` to ply index `ply`, or to the end."""
        if not self.has_clocks:
            return None
        to = self.time(min(ply + 1, self.end)) if ply < self.end else self.time(self.end)
        return max(0, to - self.time(start))

    @staticmethod
    def blamed(took):
        return took is None or took >= REACTION_MS

    def clock(self, seat, moment, time):
        """Returns the clock of `seat` at `time`, with the plies before `moment` played, or None."""
        ms = self.initial_ms if board_of(seat) in self.timed else None
        for ply in self.plies[:moment]:
            if ply["seat"] == seat:
                ms = ply["clock_ms"]
        name = board_of(seat)
        if ms is None or not self.has_clocks or self.turn(moment, name) != seat:
            return ms
        start = max((self.time(i + 1) for i in range(moment) if board_of(self.plies[i]["seat"]) == name), default=0)
        following = next((ply for ply in self.plies[moment:] if board_of(ply["seat"]) == name), None)
        # The clock stops at its reading after the next ply: the rest of the time is lag.
        stop = min(ms, 0)
        if following and following["clock_ms"] is not None:
            stop = min(ms, following["clock_ms"] - self.increment_ms)
        return max(stop, ms - (min(time, self.time(self.end)) - start))

    def lead(self, seat, moment, time):
        own, other = self.clock(seat, moment, time), self.clock(DIAGONAL[seat], moment, time)
        return None if own is None or other is None else own - other

    def ends_match(self, index):
        """Returns whether ply index `index` mated and so ended the match. Plies of the other board may follow."""
        ply = self.plies[index]
        return ply["mate"] and self.mated == OPPONENT[ply["seat"]]

    def has_lost(self, seat):
        return seat in self.lost

    def turn(self, moment, name):
        white = self.boards[moment][name].turn == chess.WHITE
        return name.upper() if white else name

    def cached(self, what, moment, name, compute):
        board = self.boards[moment][name]
        seat = self.turn(moment, name)
        key = (what, board.board_fen(promoted=True), board.turn, board.castling_xfen(), board.ep_square,
               self.hands[moment][seat], self.hands[moment][OPPONENT[seat]])
        if key not in self.cache:
            self.cache[key] = compute(board, self.hands[moment][seat],
                                      self.hands[moment][OPPONENT[seat]])
        return self.cache[key]

    def mate(self, moment, name):
        def compute(board, own, _):
            n = shortest(board, own, self.most)
            return n and (n, first_moves(board, own, n))
        return self.cached("mate", moment, name, compute)

    def wanted(self, moment, name):
        def compute(board, own, _):
            if self.mate(moment, name):
                return {}
            found = {kind: shortest(board, plus(own, kind), self.most) for kind in KINDS}
            return {kind: n for kind, n in found.items() if n}
        return self.cached("wanted", moment, name, compute)

    def threat(self, moment, name):
        def compute(board, _, other):
            if board.is_check():
                return None
            passed = board.copy(stack=False)
            passed.push(chess.Move.null())
            return shortest(passed, other, self.most)
        return self.cached("threat", moment, name, compute)

    def fatal(self, moment, name):
        def compute(board, own, other):
            moves, side = moves_with(board, own)
            boards = [after(side, move) for move in moves]

            def longest(hand):
                most = 0
                for next_board in boards:
                    n = shortest(next_board, hand, self.most)
                    if n is None:
                        return None
                    most = max(most, n)
                return most
            if not boards or longest(other):
                return {}
            found = {kind: longest(plus(other, kind)) for kind in KINDS}
            return {kind: n for kind, n in found.items() if n}
        return self.cached("fatal", moment, name, compute)

    def joint(self, moment, seat):
        """Returns (k, first, at hand, piece, mate) of the joint win for which `seat`, to move, has to sit."""
        partner = PARTNER[seat]
        name, there = board_of(seat), board_of(partner)
        wanted = self.wanted(moment, name)
        if self.turn(moment, there) != partner or not wanted or self.mate(moment, there):
            return None
        hands = self.hands[moment]
        search, board = Joint(wanted), self.boards[moment][there]
        joint = search.shortest(board, hands[partner], hands[OPPONENT[partner]], self.deliver)
        if joint is None:
            return None
        delivers = search.delivered(board, hands[partner], hands[OPPONENT[partner]], joint[0])
        return (*joint, LETTERS[min(delivers)] if delivers else None,
                max((wanted[kind] for kind in delivers), default=None))

    def winning_captures(self, moment, seat, joint):
        """Returns the captures that begin `joint`, by kind. A capture that begins a race is none."""
        if joint is None:
            return {}
        taking = {kind: (n, [mv for mv in moves if mv in joint[1]])
                  for kind, (n, moves) in self.captures(moment, seat).items()}
        return {kind: (n, moves) for kind, (n, moves) in taking.items() if moves}

    def captures(self, moment, seat):
        partner = PARTNER[seat]
        board = self.boards[moment][board_of(partner)]
        moves, side = moves_with(board, self.hands[moment][partner])
        taking = [(captured(side, move), uci(move)) for move in moves]
        return {kind: (n, sorted(mv for role, mv in taking if role == kind))
                for kind, n in self.wanted(moment, board_of(seat)).items()
                if any(role == kind for role, _ in taking)}

    def taken(self, index):
        ply = self.plies[index]
        board = self.boards[index][board_of(ply["seat"])]
        return captured(board, chess.Move.from_uci(ply["uci"])) if ply["uci"] else None

    def findings(self):
        found = self.mates() + self.chances() + self.losses() + self.defences()
        for line in found:
            line["themes"] = sorted(line["themes"] | self.themes(line))
        found += self.sits()
        found.sort(key=lambda it: (it["ply"], "AaBb".index(it["seat"]), ORDER.index(it["kind"])))
        self.keep_decision(found)
        return found

    def keep_decision(self, found):
        """Of the findings that may have decided the match, keeps the one that the report names."""
        def rank(index):
            line = found[index]
            kind = line["kind"]
            is_mistake = line["avoidable"] if kind == "piece-lost" else kind in MISTAKES
            shown = line["ply"] if line["index"] is None else line["index"]
            # A lost piece and a missed defence led to the mate that was played.
            return (is_mistake, not is_mistake and kind == "piece-lost", kind != "sit", shown,
                    kind in ("piece-lost", "defence-missed"), index)
        candidates = [index for index, line in enumerate(found) if line["decided"]]
        decision = max(candidates, key=rank, default=None)
        for index, line in enumerate(found):
            line["decided"] = index == decision

    def finding(self, kind, seat, start, until, **fields):
        line = {"kind": kind, "seat": seat, "ply": start, "until": until, "in": None, "first": [],
                "piece": None, "played": None, "took_ms": None, "themes": set(), "decided": False,
                # The ply that was played, unless the finding is about a sit.
                "index": None}
        line.update(fields)
        return line

    def themes(self, line):
        """Returns the themes of a win, by the line that plays it out from its first moment."""
        kind, seat, start = line["kind"], line["seat"], line["ply"]
        if kind.startswith(("capture", "joint")) and kind != "joint-spoiled":
            seat = PARTNER[seat]
        board, hands = self.boards[start][board_of(seat)], self.hands[start]
        own, other = hands[seat], hands[OPPONENT[seat]]
        if kind.startswith("capture"):
            own = plus(own, next(kind for kind in KINDS if LETTERS[kind] == line["piece"]))
        elif kind.startswith("joint"):
            if self.joint(start, seat) is None:
                return set()
            partner = PARTNER[seat]
            role = Joint(self.wanted(start, board_of(seat))).line(
                self.boards[start][board_of(partner)], hands[partner], hands[OPPONENT[partner]], self.deliver)
            if role is None:
                return set()
            own = plus(own, role)
        elif not kind.startswith("mate"):
            return set()
        return themes_of_line(board, mate_line(board, own, other, self.most))

    def sits(self):
        spent, waits = [], []
        for name in "ab":
            start, begins, seat = 0, 0, None
            own = [i for i in range(self.end) if board_of(self.plies[i]["seat"]) == name]
            is_timed = any(self.plies[i]["clock_ms"] is not None for i in own)
            for i in own:
                spent.append(self.time(i + 1) - start)
                used = self.used(i)
                if is_timed and used is not None:
                    waits.append((self.plies[i]["seat"], begins, i, start, self.time(i + 1), used))
                start, begins = self.time(i + 1), i + 1
            if is_timed:
                seat = OPPONENT[self.plies[own[-1]]["seat"]]
                waits.append((seat, begins, self.end, start, self.time(self.end), self.time(self.end) - start))
        least = max(MIN_SIT_MS, SIT_MEDIANS * sorted(spent)[len(spent) // 2]) if spent else MIN_SIT_MS
        return [self.sit(*wait) for wait in waits if wait[5] >= least]

    def sit(self, seat, begins, ends, start, to, ms):
        name, partner = board_of(seat), PARTNER[seat]
        wanted = {moment: self.wanted(moment, name) for moment in range(begins, ends + 1)}
        board, hand = self.boards[begins][name], self.hands[begins][seat]
        came = next(((i, self.taken(i)) for i in range(begins, ends)
                     if self.plies[i]["seat"] == partner and self.taken(i) in wanted[i]), None)
        chance = None
        for moment in range(begins, ends + 1):
            joint = self.joint(moment, seat)
            captures = [it for _, moves in self.winning_captures(moment, seat, joint).values() for it in moves]
            if captures:
                chance = {"ply": moment, "in": 1, "takes": True, "first": sorted(captures)}
            elif joint:
                chance = {"ply": moment, "in": joint[0], "takes": False, "first": joint[1]}
            if chance:
                break
        now, last = self.mate(begins, name), self.mate(ends, name)
        before, behind = self.lead(seat, begins, start), self.lead(seat, ends, to)
        safe = None
        if before is None or behind is None:
            before = behind = None
        else:
            safe = to - start
            for moment in range(begins, ends + 1):
                until = to if moment == ends else self.time(moment + 1)
                gone = next((time for time in range(max(start, self.time(moment)), until + 1)
                             if self.lead(seat, moment, time) <= 0), None)
                if gone is not None:
                    safe = gone - start
                    break
        cost = None
        mate = self.mate(begins - 1, name) if begins else None
        faced = mate is not None and mate[0] > 1 and self.plies[begins - 1]["uci"] in mate[1]
        is_safe = safe is not None and safe >= to - start
        if self.has_lost(seat) and ends == self.end and not faced and not is_safe:
            cost = "match"
        elif before is not None and came is None and before > 0 >= behind:
            cost = "lead"
        is_stuck = board.is_check() and not moves_with(board, hand)[0] and not is_mated(board)
        useful = [moment for moment in wanted if wanted[moment]]
        return self.finding(
            "sit", seat, begins, ends, first=chance["first"] if chance else [], took_ms=ms,
            piece=LETTERS[came[1]] if came else None, decided=cost == "match",
            themes=["starvation"] if is_stuck else [],
            played=self.plies[ends]["uci"] if ends < self.end else None,
            sit={"seat": seat, "until": ends, "ms": ms, "stuck": is_stuck,
                 "wanted": [LETTERS[kind] for kind in wanted[begins]], "partner": chance,
                 "came": came and {"piece": LETTERS[came[1]], "ply": came[0] + 1},
                 "mate": last[0] if last and not now else None,
                 "last_useful": useful[-1] if useful else None, "cost": cost,
                 "lead_ms": None if before is None else [before, behind], "safe_ms": safe})

    def tactics(self, moment, name):
        """Returns the tactics of a board as `tandem analyse --json` does."""
        seat = self.turn(moment, name)
        board = self.boards[moment][name]
        own, other = self.hands[moment][seat], self.hands[moment][OPPONENT[seat]]
        mate = self.mate(moment, name)
        threat = self.threat(moment, name)
        passed = board.copy(stack=False)
        threat_with = {}
        if not board.is_check():
            passed.push(chess.Move.null())
            if not threat:
                found = {kind: shortest(passed, plus(other, kind), self.most) for kind in KINDS}
                threat_with = {LETTERS[kind]: n for kind, n in found.items() if n}
        joint = self.joint(moment, seat)
        captures = self.winning_captures(moment, seat, joint)
        return {
            "turn": seat,
            "mate": mate and {"in": mate[0], "first": mate[1]},
            "wanted": {LETTERS[kind]: {"in": n, "first": first_moves(board, plus(own, kind), n),
                                       "partner": captures.get(kind, (0, []))[1]}
                       for kind, n in self.wanted(moment, name).items()},
            "threat": threat and {"in": threat, "first": first_moves(passed, other, threat)},
            "fatal": {LETTERS[kind]: {"in": n} for kind, n in self.fatal(moment, name).items()},
            "threat_with": {kind: {"in": n} for kind, n in threat_with.items()},
            "joint": joint and {"in": joint[0], "first": joint[1]}}

    def mates(self):
        found, chains, since = [], {}, {}

        def add(kind, seat, start, index, mate):
            ply = self.plies[index]["uci"] if index < self.end else None
            found.append(self.finding(kind, seat, start, index, first=mate[1], played=ply,
                                      index=index if index < self.end else None,
                                      decided=kind == "mate-missed" and self.has_lost(seat),
                                      took_ms=self.took(start, index), **{"in": mate[0]}))

        for moment in range(self.end + 1):
            for name in "ab":
                if name not in since and self.mate(moment, name):
                    since[name] = moment
            if moment == self.end:
                break
            ply = self.plies[moment]
            seat, name = ply["seat"], board_of(ply["seat"])
            chain = chains.pop(seat, None)
            if name not in since:
                continue
            start = since.pop(name)
            mate, now = self.mate(start, name), self.mate(moment, name)
            if chain and mate[0] > chain[1]:
                chain = None
            board, hand = self.boards[moment][name], self.hands[moment][seat]
            move = chess.Move.from_uci(ply["uci"])
            _, side = moves_with(board, hand)
            if wins(after(side, move), minus(hand, move), mate[0]):
                if chain is None:
                    add("mate-found", seat, start, moment, mate)
                    chain = (found[-1], 0)
                chain[0]["until"] = moment
                chain[0]["decided"] = self.ends_match(moment)
                left = min(mate[0], now[0]) - 1
                if left:
                    chains[seat] = (chain[0], left)
            elif self.blamed(self.passed(start, moment)):
                if chain:
                    found.remove(chain[0])
                add("mate-missed", seat, start, moment, mate)
        for seat, chain in chains.items():
            if self.lost and seat not in self.lost:
                chain[0]["decided"] = True
        for name, start in since.items():
            seat = self.turn(self.end, name)
            if seat in self.lost and self.blamed(self.passed(start, self.end)):
                mate = self.mate(start, name)
                chain = chains.get(seat)
                if chain and mate[0] <= chain[1]:
                    found.remove(chain[0])
                add("mate-missed", seat, start, self.end, mate)
        return found

    def chances(self):
        found, open_chances = [], {}

        def lead_at(waiting, moment, time):
            return self.lead(waiting, moment, time) if self.has_clocks else None

        def outwaits(lead):
            return lead is None or lead > 0

        def foreseen(waiting, chance):
            """Returns the first moment since which the captures were possible and wanted, whoever was to move."""
            captures = {move for _, moves in chance["captures"].values() for move in moves}
            name, there = board_of(waiting), board_of(PARTNER[waiting])
            start = chance["turn"]
            for moment in range(start - 1, -1, -1):
                board = self.boards[moment][there]
                if self.turn(moment, there) != PARTNER[waiting] and not board.is_check():
                    board = board.copy(stack=False)
                    board.push(chess.Move.null())
                elif self.turn(moment, there) != PARTNER[waiting]:
                    break
                if self.turn(moment, name) != waiting:
                    break
                wanted = self.wanted(moment, name)
                moves, side = moves_with(board, self.hands[moment][PARTNER[waiting]])
                if not any(uci(move) in captures and captured(side, move) in wanted for move in moves):
                    break
                start = moment
            return start

        def add(kind, seat, waiting, chance, until, index, took):
            fields = {"took_ms": took,
                      "played": self.plies[index]["uci"] if index is not None and index < self.end else None,
                      "index": index if index is not None and index < self.end else None,
                      "decided": self.has_lost(waiting), "mate": None,
                      "lead_ms": lead_at(waiting, chance["from"], self.time(chance["from"]))}
            if chance["capture"] and kind.startswith("capture"):
                best = min(chance["captures"], key=lambda kind: (chance["captures"][kind][0], kind))
                fields["in"] = chance["captures"][best][0]
                fields["piece"] = LETTERS[best]
                fields["first"] = sorted(mv for _, moves in chance["captures"].values() for mv in moves)
            else:
                fields["in"], fields["first"] = chance["joint"][0], chance["joint"][1]
                fields["piece"], fields["mate"] = chance["joint"][3], chance["joint"][4]
            line = self.finding(kind, seat, chance["from"], until, **fields)
            found.append(line)
            return line

        def missed(waiting, chance, index, until):
            kind = "capture-missed" if chance["capture"] else "joint-missed"
            took = self.took(chance["from"], self.end if index is None else index)
            add(kind, PARTNER[waiting], waiting, chance, until, index, took)

        def made(waiting, chance, index, role):
            kind = "capture-made" if chance["capture"] else "joint-made"
            line = add(kind, PARTNER[waiting], waiting, chance, index, index,
                       self.took(chance["from"], index))
            if role is not None:
                line["piece"] = LETTERS[role]
                line["in" if chance["capture"] else "mate"] = self.wanted(index, board_of(waiting))[role]
            line["decided"] = self.mated is not None and self.mated not in (waiting, PARTNER[waiting])

        for moment in range(self.end + 1):
            for name in "ab":
                seat = self.turn(moment, name)
                partner = PARTNER[seat]
                if self.turn(moment, board_of(partner)) != partner:
                    continue
                joint = self.joint(moment, seat)
                chance = open_chances.get(seat)
                if chance:
                    if joint and (not chance["capture"] or joint[2]):
                        continue
                    del open_chances[seat]
                    own_mate = self.mate(moment, name) or self.mate(moment, board_of(partner))
                    if chance["declined"] is not None and not own_mate:
                        missed(seat, chance, chance["declined"], moment)
                if joint:
                    open_chances[seat] = {
                        "from": moment, "turn": moment, "joint": joint, "capture": joint[2],
                        "captures": self.winning_captures(moment, seat, joint),
                        "begun": None, "declined": None}
            if moment == self.end:
                break
            ply = self.plies[moment]
            waiting = PARTNER[OPPONENT[ply["seat"]]]
            if waiting in open_chances:
                open_chances[waiting]["turn"] = moment + 1
            waiting = PARTNER[ply["seat"]]
            chance = open_chances.pop(waiting, None)
            if chance:
                wanted = self.wanted(moment, board_of(waiting))
                role = self.taken(moment)
                joint = self.joint(moment, waiting) if self.turn(moment, board_of(waiting)) == waiting else None
                if role in wanted:
                    if joint and ply["uci"] in joint[1]:
                        made(waiting, chance, moment, role)
                    elif chance["declined"] is not None:
                        missed(waiting, chance, chance["declined"], moment)
                elif joint and ply["uci"] in joint[1]:
                    if ply["mate"]:
                        made(waiting, chance, moment, None)
                    else:
                        if chance["begun"] is None:
                            chance["begun"] = moment
                        open_chances[waiting] = chance
                elif chance["capture"] and chance["begun"] is None:
                    if chance["declined"] is None and self.blamed(self.passed(foreseen(waiting, chance), moment)):
                        chance["declined"] = moment
                    open_chances[waiting] = chance
                elif (self.blamed(self.passed(chance["turn"], moment))
                      and (joint and joint[2] or
                           outwaits(lead_at(waiting, chance["turn"], self.time(chance["turn"]))))):
                    chance["joint"] = joint or chance["joint"]
                    chance["from"], chance["capture"] = chance["turn"], False
                    missed(waiting, chance, moment, moment)
            chance = open_chances.pop(ply["seat"], None)
            if chance:
                if chance["declined"] is not None:
                    missed(ply["seat"], chance, chance["declined"], moment)
                else:
                    joint = self.joint(moment, ply["seat"])
                    lead = lead_at(ply["seat"], moment, self.time(moment + 1))
                    forced = (joint or chance["begun"] is not None) and outwaits(lead)
                    if joint and chance["begun"] is not None:
                        chance["joint"], chance["from"] = joint, chance["turn"]
                    if (joint and joint[2] or forced) and self.blamed(self.passed(chance["from"], moment)):
                        add("joint-spoiled", ply["seat"], ply["seat"], chance, moment, moment,
                            self.took(chance["from"], moment))["lead_ms"] = lead
        won = set("AaBb") - self.lost if self.lost else set()
        for seat, chance in open_chances.items():
            if chance["begun"] is not None:
                if seat in won:
                    made(seat, chance, self.end, None)
            elif seat in self.lost and self.blamed(self.passed(chance["from"], self.end)):
                to_move = self.turn(self.end, board_of(PARTNER[seat])) == PARTNER[seat]
                if chance["capture"] and chance["declined"] is None and not to_move:
                    continue
                if not chance["capture"] and not outwaits(
                        lead_at(seat, chance["from"], self.time(chance["from"]))):
                    continue
                missed(seat, chance, chance["declined"], self.end)
        return found

    def fatal_for(self, moment, to):
        name = board_of(to)
        if self.turn(moment, name) == to:
            return self.wanted(moment, name)
        return self.fatal(moment, name)

    def losses(self):
        found = []
        for index, ply in enumerate(self.plies):
            role, to = self.taken(index), PARTNER[ply["seat"]]
            if role is None:
                continue
            fatal = self.fatal_for(index, to)
            if role in fatal:
                seat = OPPONENT[ply["seat"]]
                board, hand = self.boards[index + 1][board_of(seat)], self.hands[index + 1][seat]
                is_race = any(mates(board, hand, n) for n in range(1, fatal[role] + 1))
                if is_race and self.mate_with(index, to, role, fatal[role]) is None:
                    continue
                found.append(self.finding(
                    "piece-lost", seat, index, index, piece=LETTERS[role], played=ply["uci"], index=index,
                    decided=self.is_lost_by(index, to, role, fatal[role]),
                    avoidable=self.is_avoidable(seat, role, index, to), **{"in": fatal[role]}))
        return found

    def is_lost_by(self, index, to, role, most):
        """Returns whether `to` ended the match with the captured piece, within `most` moves of its drop."""
        mate = self.mate_with(index, to, role, most)
        return mate is not None and self.ends_match(mate)

    def mate_with(self, index, to, role, most):
        """Returns the ply that mated with the captured piece, within `most` moves of its drop, or None."""
        ahead = self.hands[index][to][KINDS.index(role)]
        own = [i for i in range(index + 1, self.end) if self.plies[i]["seat"] == to]
        drops = [i for i in own if self.plies[i]["uci"].startswith(LETTERS[role] + "@")]
        if len(drops) <= ahead:
            return None
        after_drop = [i for i in own if i >= drops[ahead]][:most]
        return next((i for i in after_drop if self.plies[i]["mate"]), None)

    def is_avoidable(self, seat, role, index, to):
        own = [i for i in range(index) if self.plies[i]["seat"] == seat]
        if not own or role not in self.fatal_for(own[-1], to):
            return False
        last = since = own[-1]
        while since > 0 and role in self.fatal_for(since - 1, to):
            since -= 1
        if not self.blamed(self.passed(since, last)):
            return False
        roles = self.fatal_for(last, to)
        name = board_of(seat)
        moves, side = moves_with(self.boards[last][name], self.hands[last][seat])
        for move in moves:
            next_board = after(side, move)
            replies, there = moves_with(next_board, (0,) * 5)
            if not any(captured(there, reply) in roles for reply in replies):
                return True
        return False

    def defences(self):
        found = []
        for moment, ply in enumerate(self.plies):
            seat, name = ply["seat"], board_of(ply["seat"])
            board = self.boards[moment][name]
            faced = board.is_check() or self.threat(moment, name)
            move = chess.Move.from_uci(ply["uci"])
            is_lent = move.drop is not None and not self.hands[moment][seat][KINDS.index(move.drop)]
            if not faced or is_lent or self.mate(moment, name):
                continue
            allowed = self.mate(moment + 1, name)
            start = moment
            while start > 0:
                before = self.plies[start - 1]
                if board_of(before["seat"]) == name or self.taken(start - 1) is not None:
                    break
                start -= 1
            took = self.took(start, moment)
            if allowed and not self.blamed(self.passed(start, moment)):
                continue
            other = self.hands[moment][OPPONENT[seat]]
            moves, side = moves_with(board, self.hands[moment][seat])
            lengths = {uci(move): shortest(after(side, move), other, self.most) for move in moves}
            safe = sorted(move for move, n in lengths.items() if n is None)
            losing = [n for n in lengths.values() if n is not None]
            length = allowed[0] if allowed else min(losing, default=0)
            if not safe or not length or (not allowed and len(safe) > MAX_ONLY_MOVES):
                continue
            attacks = [it for it in self.plies[moment + 1:] if it["seat"] == OPPONENT[seat]]
            found.append(self.finding(
                "defence-missed" if allowed else "defence-found", seat, start, moment, first=safe,
                themes={"only-defence"} if len(safe) == 1 else set(),
                decided=bool(allowed) and any(it["mate"] for it in attacks[:allowed[0]]),
                played=ply["uci"], index=moment, took_ms=took, **{"in": length}))
        return found


def random_board(rng):
    """Returns a random legal position with few pieces."""
    while True:
        board = chess.variant.CrazyhouseBoard(None, chess960=True)
        squares = rng.sample(range(64), 2 + rng.randrange(5, 11))
        for square, color in zip(squares, chess.COLORS):
            board.set_piece_at(square, chess.Piece(chess.KING, color))
        for square in squares[2:]:
            is_edge = chess.square_rank(square) in (0, 7)
            kind = rng.choice(KINDS[is_edge:])
            board.set_piece_at(square, chess.Piece(kind, rng.random() < 0.5))
        board.turn = rng.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            return board


class Start:
    """The positions from which a random match begins, with the number of its plies."""

    def __init__(self, boards, hands, plies):
        self.boards, self.hands, self.plies = boards, hands, plies
        self.is_set_up = True
        # Returns moves of a seat that are played more often, if any.
        self.planned = lambda seat, board, hands: []
        self.think_ms = lambda rng, seat: rng.randrange(6000, 25_000) if rng.random() < 0.08 \
            else rng.randrange(100, 4000)

    @staticmethod
    def usual(rng):
        boards = {name: chess.variant.CrazyhouseBoard(chess960=True) for name in "ab"}
        start = Start(boards, {seat: (0,) * 5 for seat in "AaBb"}, rng.randrange(40, 120))
        start.is_set_up = False
        return start

    @staticmethod
    def small(rng):
        """Returns random positions with few pieces."""
        boards = {name: random_board(rng) for name in "ab"}
        return Start(boards, {seat: random_hand(rng, 0.15) for seat in "aAbB"}, rng.randrange(6, 25))

    @staticmethod
    def joint(rng, deliver):
        """Returns positions in which a seat waits and its partner wins a wanted piece in two moves or more. The seats
        mostly do so: the partner plays a winning move and the seat waits until it can mate."""
        while True:
            wait, hand = random_board(rng), random_hand(rng, 0.15)
            wanted = {kind: 1 for kind in KINDS if mates(wait, plus(hand, kind), 1)}
            if wanted and not mates(wait, hand, 1):
                break
        win = Joint(wanted)
        while True:
            board, own, other = random_board(rng), random_hand(rng, 0.3), random_hand(rng, 0.3)
            if board.turn == wait.turn or mates(board, own, 1):
                continue
            joint = win.shortest(board, own, other, deliver)
            if joint and joint[0] > 1:
                break
        name = rng.choice("ab")
        seat = name.upper() if wait.turn else name
        partner = PARTNER[seat]
        start = Start({name: wait, board_of(partner): board},
                      {seat: hand, OPPONENT[seat]: random_hand(rng, 0.15), partner: own, OPPONENT[partner]: other},
                      rng.randrange(2, 12))
        is_followed, is_patient = rng.random() < 0.7, rng.random() < 0.8

        def planned(mover, position, hands):
            if mover == seat:
                return [move for move in moves_with(position, hands[seat])[0]
                        if wins(after(moves_with(position, hands[seat])[1], move), minus(hands[seat], move), 1)]
            if mover == partner and is_followed:
                joint = win.shortest(position, hands[partner], hands[OPPONENT[partner]], deliver)
                return [move for move in moves_with(position, hands[partner])[0] if joint and uci(move) in joint[1]]
            return []

        def think_ms(rng, mover):
            if mover == seat and is_patient:
                return rng.randrange(15_000, 40_000)
            return rng.choice([rng.randrange(100, 1500), rng.randrange(1000, 6000)])
        start.planned, start.think_ms = planned, think_ms
        return start


def random_hand(rng, chance):
    return tuple(int(rng.random() < chance) for _ in KINDS)


def random_match(rng, start):
    """Returns the text of a random match from `start`."""
    names = ("a", "A", "b", "B")
    boards, hands = start.boards, start.hands
    tags = [("WhiteA", "Ann"), ("BlackA", "Bo"), ("WhiteB", "Cy"), ("BlackB", "Di"), ("TimeControl", "120+0")]
    if start.is_set_up:
        texts = []
        for name in "ab":
            placement = boards[name].board_fen()
            reserve = "".join(letter * hands[name.upper()][i] for i, letter in enumerate("PNBRQ"))
            reserve += "".join(letter * hands[name][i] for i, letter in enumerate("pnbrq"))
            turn = "w" if boards[name].turn else "b"
            texts.append(f"{placement}[{reserve}] {turn} - - 0 1")
        tags += [("SetUp", "1"), ("FEN", " | ".join(texts))]
    clock = {seat: 120_000 for seat in names}
    elapsed = {"a": 0, "b": 0}
    text, result = [], "*"

    def to_move(name):
        return name.upper() if boards[name].turn == chess.WHITE else name

    think = {name: start.think_ms(rng, to_move(name)) for name in "ab"}
    for _ in range(start.plies):
        name = min("ab", key=lambda it: elapsed[it] + think[it])
        board = boards[name]
        seat = to_move(name)
        moves, side = moves_with(board, hands[seat])
        if not moves or clock[seat] <= think[name]:
            break

        def weight(move):
            checks = after(side, move).is_check()
            return 1 + 8 * checks + 4 * (captured(side, move) is not None) + 2 * (move.drop is not None)
        planned = start.planned(seat, board, hands)
        if planned and rng.random() < 0.85:
            move = rng.choice(planned)
        else:
            move = rng.choices(moves, [weight(move) for move in moves])[0]
        role = captured(side, move)
        if role is not None:
            hands[PARTNER[seat]] = plus(hands[PARTNER[seat]], role)
        hands[seat] = minus(hands[seat], move)
        clock[seat] -= think[name]
        elapsed[name] += think[name]
        san = side.san(move).rstrip("+#")
        text.append(f"{board.fullmove_number}{seat}. {san}{{{clock[seat] / 1000:.3f}}}")
        boards[name] = after(side, move)
        think[name] = start.think_ms(rng, to_move(name))
        # A seat that waits for a piece uses it soon after it came.
        other = board_of(PARTNER[seat])
        if role is not None and start.planned(to_move(other), boards[other], hands):
            think[other] = max(0, elapsed[name] - elapsed[other]) + rng.randrange(100, 4000)
        if is_mated(boards[name]):
            result = "1-0" if seat in "Ab" else "0-1"
            break
    else:
        result = rng.choice(["1-0", "0-1", "*"])
    tags.append(("Result", result))
    header = "".join(f'[{tag} "{value}"]\n' for tag, value in tags)
    return f"{header}\n{' '.join(text)} {result}\n\n"


def run(tandem, *words):
    return [json.loads(line) for line in
            subprocess.run([tandem, *words], stdout=subprocess.PIPE, check=False).stdout.splitlines()]


FIELDS = ["ply", "until", "seat", "kind", "in", "first", "piece", "played", "took_ms", "themes", "decided"]


def reduced(line):
    """Returns the fields of a finding that are compared, as text."""
    fields = {field: line.get(field) for field in FIELDS}
    fields["first"] = sorted(fields["first"])
    fields["themes"] = sorted(fields["themes"])
    if line["kind"] == "piece-lost":
        fields["took_ms"] = None
        fields["avoidable"] = line["avoidable"]
    if line["kind"].startswith(("capture", "joint")):
        fields["mate"], fields["lead_ms"] = line["mate"], line["lead_ms"]
    if line["kind"] in ("sit", "think"):
        # A sit is told from a think by mates of three moves, which would take too long here.
        fields["kind"] = "sit"
        fields["sit"] = {key: value for key, value in line[line["kind"]].items() if key != "kind"}
        if fields["sit"]["partner"]:
            fields["sit"]["partner"]["first"] = sorted(fields["sit"]["partner"]["first"])
    return json.dumps(fields, sort_keys=True)


def reduced_tactics(line, name):
    """Returns the tactics of a board in a line of `analyse --json` that are compared, as text."""
    board, joint = line[name], line["joint"][name]
    keep = ("in", "first", "partner")

    def entry(value):
        return value and {key: sorted(value[key]) if key != "in" else value[key] for key in keep if key in value}
    return json.dumps({
        "turn": board["turn"], "mate": entry(board["mate"]), "threat": entry(board["threat"]),
        "wanted": {kind: entry(value) for kind, value in board["wanted"].items()},
        "fatal": {kind: {"in": value["in"]} for kind, value in board["fatal"].items()},
        "threat_with": {kind: {"in": value["in"]} for kind, value in board["threat_with"].items()},
        "joint": joint and {"in": joint["in"], "first": sorted(joint["first"])}}, sort_keys=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tandem")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="add N random matches")
    parser.add_argument("--small", type=int, default=0, metavar="N",
                        help="add N short random matches from positions with few pieces")
    parser.add_argument("--joint", type=int, default=0, metavar="N",
                        help="add N short random matches that begin with a joint win in two moves or more")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mate", type=int, default=1)
    parser.add_argument("--deliver", type=int, default=1)
    parser.add_argument("--keep", metavar="FILE", help="write the random matches to FILE")
    args = parser.parse_intermixed_args()
    limits = ["--mate", str(args.mate), "--deliver", str(args.deliver)]
    matches = moments = wrong = 0
    kinds = {}
    files = list(args.files)
    if args.random or args.small or args.joint:
        rng = random.Random(args.seed)
        with contextlib.nullcontext() if args.keep else tempfile.TemporaryDirectory() as folder:
            path = args.keep or f"{folder}/random.bpgn"
            with open(path, "w", encoding="ascii") as made:
                made.writelines(random_match(rng, Start.usual(rng)) for _ in range(args.random))
                made.writelines(random_match(rng, Start.small(rng)) for _ in range(args.small))
                made.writelines(random_match(rng, Start.joint(rng, max(2, args.deliver))) for _ in range(args.joint))
            files.append(path)
            results = [compare(args.tandem, limits, path, args.mate, args.deliver) for path in files]
    else:
        results = [compare(args.tandem, limits, path, args.mate, args.deliver) for path in files]
    for count, seen, found, differences in results:
        matches += count
        moments += seen
        wrong += differences
        for kind, number in found.items():
            kinds[kind] = kinds.get(kind, 0) + number
    for kind in sorted(kinds):
        print(f"{kinds[kind]:6} {kind}")
    print(f"{matches} matches, {moments} moments, {sum(kinds.values())} findings, {wrong} differences")
    sys.exit(wrong > 0)


def compare(tandem, limits, path, most, deliver):
    """Returns the numbers of matches, moments, findings by kind, and differences; prints the differences."""
    matches = seen = wrong = 0
    kinds = {}
    rows = run(tandem, "list", "--json", path)
    with open(path, encoding="latin-1") as file:
        text = file.read()
    games = {}
    for line in run(tandem, "positions", path):
        games.setdefault(line["game"], []).append(line)
    theirs = {}
    for line in run(tandem, "analyse", "--findings", "--json", *limits, path):
        theirs.setdefault(line["game"], []).append(reduced(line))
    for game, lines in games.items():
        row = rows[game - 1] if len(rows) >= game else {}
        match = Match(lines, row, text, most, deliver)
        found = match.findings()
        for line in found:
            kinds[line["kind"]] = kinds.get(line["kind"], 0) + 1
        ours, given = [reduced(it) for it in found], theirs.get(game, [])
        matches += 1
        for line in sorted(set(given) - set(ours)):
            wrong += 1
            print(f"{path} {game}: false: {line}")
        for line in sorted(set(ours) - set(given)):
            wrong += 1
            print(f"{path} {game}: missing: {line}")
        if len(given) != len(ours):
            wrong += 1
            print(f"{path} {game}: {len(given)} findings, not {len(ours)}")
        for line in run(tandem, "analyse", "--json", *limits, "--game", str(game), path):
            seen += 1
            for name in "ab":
                tactics = match.tactics(line["ply"], name)
                own = reduced_tactics({name: tactics, "joint": {name: tactics["joint"]}}, name)
                if own != reduced_tactics(line, name):
                    wrong += 1
                    print(f"{path} {game} {line['ply']}{name}: {reduced_tactics(line, name)}, not {own}")
        sys.stdout.flush()
    return matches, seen, kinds, wrong


if __name__ == "__main__":
    main()
