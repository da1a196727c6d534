#!/usr/bin/env python3
"""Computes the findings of matches again, by brute force, and compares them with `tandem analyse --findings --json`.

    pip install chess
    python3 tests/findings/oracle.py TANDEM [--mate N] [--deliver N] [--random N] [FILE...]

Only positions, match times and results come from Tandem; mates, joint wins and blame are worked out here with
python-chess. Every legal move is tried and nothing is pruned, so mates of two moves take seconds a match. `--random`
adds as many random matches, in which captures and checks are likely and players think for 0.1 to 4 seconds.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile

import chess
import chess.variant

KINDS = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]
LETTERS = dict(zip(KINDS, "PNBRQ"))
ONE_OF_EACH = (1, 1, 1, 1, 1)
REACTION_MS = 1000
MAX_ONLY_MOVES = 3
PARTNER = {"A": "b", "b": "A", "a": "B", "B": "a"}
OPPONENT = {"A": "a", "a": "A", "b": "B", "B": "b"}


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


class Joint:
    """The joint win on the partner's board: `wanted` are the kinds that the waiting seat needs."""

    def __init__(self, wanted):
        self.wanted = wanted

    def is_won(self, side, move, own, other, k):
        if captured(side, move) in self.wanted:
            return True
        next_board = after(side, move)
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

    def shortest(self, board, own, other, most):
        for k in range(1, most + 1):
            moves, side = moves_with(board, own)
            first = [move for move in moves if self.is_won(side, move, own, other, k)]
            if first:
                takes = any(captured(side, move) in self.wanted for move in first)
                return k, sorted(map(uci, first)), k == 1 and takes
        return None


class Match:
    def __init__(self, lines, result, most, deliver):
        self.lines, self.most, self.deliver = lines, most, deliver
        self.plies = lines[1:]
        self.end = len(self.plies)
        # Without clocks and match times, one second per ply is assumed.
        assumed = all(line["time_ms"] == 1000 * i for i, line in enumerate(lines))
        self.has_clocks = not assumed or any(ply["clock_ms"] is not None for ply in self.plies)
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
        if mated:
            self.lost = {mated[-1], PARTNER[mated[-1]]}
        else:
            self.lost = {"1-0": {"a", "B"}, "0-1": {"A", "b"}}.get(result, set())
        self.cache = {}

    def time(self, moment):
        return self.lines[moment]["time_ms"]

    def took(self, start, ply):
        """Returns the time from moment `start` to ply index `ply`, or to the end."""
        if not self.has_clocks:
            return None
        to = self.time(min(ply + 1, self.end)) if ply < self.end else self.time(self.end)
        return max(0, to - self.time(start))

    @staticmethod
    def blamed(took):
        return took is None or took >= REACTION_MS

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
        """Returns (k, first, at hand) of the joint win for which `seat`, to move, has to sit."""
        partner = PARTNER[seat]
        name, there = board_of(seat), board_of(partner)
        wanted = self.wanted(moment, name)
        if self.turn(moment, there) != partner or not wanted or self.mate(moment, there):
            return None
        hands = self.hands[moment]
        return Joint(set(wanted)).shortest(
            self.boards[moment][there], hands[partner], hands[OPPONENT[partner]], self.deliver)

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
        return sorted(found, key=lambda it: (it["ply"], "AaBb".index(it["seat"]), it["kind"]))

    def finding(self, kind, seat, start, until, **fields):
        line = {"kind": kind, "seat": seat, "ply": start, "until": until, "in": None, "first": [],
                "piece": None, "played": None, "took_ms": None}
        line.update(fields)
        return line

    def mates(self):
        found, chains, since = [], {}, {}

        def add(kind, seat, start, index, mate):
            ply = self.plies[index]["uci"] if index < self.end else None
            found.append(self.finding(kind, seat, start, index, first=mate[1], played=ply,
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
                left = min(mate[0], now[0]) - 1
                if left:
                    chains[seat] = (chain[0], left)
            elif self.blamed(self.took(start, moment)):
                if chain:
                    found.remove(chain[0])
                add("mate-missed", seat, start, moment, mate)
        for name, start in since.items():
            seat = self.turn(self.end, name)
            if seat in self.lost and self.blamed(self.took(start, self.end)):
                mate = self.mate(start, name)
                chain = chains.get(seat)
                if chain and mate[0] <= chain[1]:
                    found.remove(chain[0])
                add("mate-missed", seat, start, self.end, mate)
        return found

    def chances(self):
        found, open_chances = [], {}

        def add(kind, seat, waiting, chance, until, index, took):
            fields = {"took_ms": took,
                      "played": self.plies[index]["uci"] if index is not None and index < self.end else None}
            if chance["capture"] and kind.startswith("capture"):
                best = min(chance["captures"], key=lambda kind: (chance["captures"][kind][0], kind))
                fields["in"] = chance["captures"][best][0]
                fields["piece"] = LETTERS[best]
                fields["first"] = sorted(mv for _, moves in chance["captures"].values() for mv in moves)
            else:
                fields["in"], fields["first"] = chance["joint"][0], chance["joint"][1]
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
                if chance["capture"]:
                    line["in"] = self.wanted(index, board_of(waiting))[role]

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
                        "captures": self.captures(moment, seat) if joint[2] else {},
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
                    made(waiting, chance, moment, role)
                elif joint and ply["uci"] in joint[1]:
                    if ply["mate"]:
                        made(waiting, chance, moment, None)
                    else:
                        if chance["begun"] is None:
                            chance["begun"] = moment
                        open_chances[waiting] = chance
                elif chance["capture"] and chance["begun"] is None:
                    if self.blamed(self.took(chance["turn"], moment)) and chance["declined"] is None:
                        chance["declined"] = moment
                    open_chances[waiting] = chance
                elif self.blamed(self.took(chance["turn"], moment)):
                    chance["joint"] = joint or chance["joint"]
                    chance["from"], chance["capture"] = chance["turn"], False
                    missed(waiting, chance, moment, moment)
            chance = open_chances.pop(ply["seat"], None)
            if chance:
                if chance["declined"] is not None:
                    missed(ply["seat"], chance, chance["declined"], moment)
                elif self.blamed(self.took(chance["from"], moment)):
                    add("joint-spoiled", ply["seat"], ply["seat"], chance, moment, moment,
                        self.took(chance["from"], moment))
        won = set("AaBb") - self.lost if self.lost else set()
        for seat, chance in open_chances.items():
            if chance["begun"] is not None:
                if seat in won:
                    made(seat, chance, self.end, None)
            elif seat in self.lost and self.blamed(self.took(chance["from"], self.end)):
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
                found.append(self.finding(
                    "piece-lost", seat, index, index, piece=LETTERS[role], played=ply["uci"],
                    avoidable=self.is_avoidable(seat, role, index, to), **{"in": fatal[role]}))
        return found

    def is_avoidable(self, seat, role, index, to):
        own = [i for i in range(index) if self.plies[i]["seat"] == seat]
        if not own or role not in self.fatal_for(own[-1], to):
            return False
        last = since = own[-1]
        while since > 0 and role in self.fatal_for(since - 1, to):
            since -= 1
        if not self.blamed(self.took(since, last)):
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
            if not faced or self.mate(moment, name):
                continue
            allowed = self.mate(moment + 1, name)
            start = moment
            while start > 0:
                before = self.plies[start - 1]
                if board_of(before["seat"]) == name or self.taken(start - 1) is not None:
                    break
                start -= 1
            took = self.took(start, moment)
            if allowed and not self.blamed(took):
                continue
            other = self.hands[moment][OPPONENT[seat]]
            moves, side = moves_with(board, self.hands[moment][seat])
            lengths = {uci(move): shortest(after(side, move), other, self.most) for move in moves}
            safe = sorted(move for move, n in lengths.items() if n is None)
            losing = [n for n in lengths.values() if n is not None]
            length = allowed[0] if allowed else min(losing, default=0)
            if not safe or not length or (not allowed and len(safe) > MAX_ONLY_MOVES):
                continue
            found.append(self.finding(
                "defence-missed" if allowed else "defence-found", seat, start, moment, first=safe,
                played=ply["uci"], took_ms=took, **{"in": length}))
        return found


def random_match(rng):
    """Returns the text of a random match of at most 120 plies."""
    boards = {name: chess.variant.CrazyhouseBoard() for name in "ab"}
    hands = {seat: (0,) * 5 for seat in "AaBb"}
    clock = {seat: 120_000 for seat in "AaBb"}
    elapsed = {"a": 0, "b": 0}
    think = {name: rng.randrange(100, 4000) for name in "ab"}
    text, result = [], "*"
    for _ in range(rng.randrange(40, 120)):
        name = min("ab", key=lambda it: elapsed[it] + think[it])
        board = boards[name]
        seat = name.upper() if board.turn == chess.WHITE else name
        moves, side = moves_with(board, hands[seat])
        if not moves:
            break

        def weight(move):
            checks = after(side, move).is_check()
            return 1 + 8 * checks + 4 * (captured(side, move) is not None) + 2 * (move.drop is not None)
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
        think[name] = rng.randrange(100, 4000)
        if is_mated(boards[name]):
            result = "1-0" if seat in "Ab" else "0-1"
            break
    else:
        result = rng.choice(["1-0", "0-1", "*"])
    tags = "".join(f'[{tag} "{value}"]\n' for tag, value in (
        ("WhiteA", "Ann"), ("BlackA", "Bo"), ("WhiteB", "Cy"), ("BlackB", "Di"),
        ("TimeControl", "120+0"), ("Result", result)))
    return f"{tags}\n{' '.join(text)} {result}\n\n"


def run(tandem, *words):
    return [json.loads(line) for line in
            subprocess.run([tandem, *words], stdout=subprocess.PIPE, check=False).stdout.splitlines()]


FIELDS = ["ply", "until", "seat", "kind", "in", "first", "piece", "played", "took_ms"]


def reduced(line):
    fields = {field: line.get(field) for field in FIELDS}
    fields["first"] = sorted(fields["first"])
    if line["kind"].startswith("joint"):
        # Which of several pieces a joint win brings is not compared.
        fields["piece"] = None
    if line["kind"] == "piece-lost":
        fields["took_ms"] = None
        fields["avoidable"] = line["avoidable"]
    return json.dumps(fields, sort_keys=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tandem")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--random", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mate", type=int, default=1)
    parser.add_argument("--deliver", type=int, default=1)
    args = parser.parse_intermixed_args()
    matches = compared = wrong = 0
    files = list(args.files)
    if args.random:
        rng = random.Random(args.seed)
        with tempfile.NamedTemporaryFile("w", suffix=".bpgn", delete=False) as made:
            made.writelines(random_match(rng) for _ in range(args.random))
        files.append(made.name)
    for path in files:
        results = {row["game"]: row.get("result") for row in
                   ({**row, "game": i + 1} for i, row in enumerate(run(args.tandem, "list", "--json", path)))}
        games = {}
        for line in run(args.tandem, "positions", path):
            games.setdefault(line["game"], []).append(line)
        theirs = {}
        for line in run(args.tandem, "analyse", "--findings", "--json", "--mate", str(args.mate),
                        "--deliver", str(args.deliver), path):
            if line["kind"] != "sit":
                theirs.setdefault(line["game"], []).append(reduced(line))
        for game, lines in games.items():
            ours = [reduced(it) for it in
                    Match(lines, results.get(game), args.mate, args.deliver).findings()]
            given = theirs.get(game, [])
            matches += 1
            compared += len(ours)
            for line in sorted(set(given) - set(ours)):
                wrong += 1
                print(f"{path} {game}: false: {line}")
            for line in sorted(set(ours) - set(given)):
                wrong += 1
                print(f"{path} {game}: missing: {line}")
    print(f"{matches} matches, {compared} findings, {wrong} differences")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
