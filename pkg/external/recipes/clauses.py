"""Puzzles as clauses and counts, for any solver that has var(), clause(literals), count(literals, low, high) and solve().

Each kind has a file with its model. It returns two funcs of a solution's true variables: its board, and the clauses that
the solution breaks. These keep pieces connected: they are found when they are needed, and the solver is asked again.
"""
import importlib

from worker import near


def apart(cells, start=None):
    """The pieces of a set of cells, each with the cells around it."""
    left = set(cells)
    while left:
        piece, queue = set(), [left.pop()]
        while queue:
            cell = queue.pop()
            piece.add(cell)
            for other in set(near(*cell)) & left:
                left.remove(other)
                queue.append(other)
        yield piece, {n for cell in piece for n in near(*cell)} - piece


def joined(cells, sign, true):
    """Clauses: all cells whose literals hold are one piece. A way between two pieces leaves each by a cell around it."""
    pieces = sorted(apart(c for c in cells if sign(c) in true), key=lambda piece: min(piece[0]))
    for i, (piece, around) in enumerate(pieces if len(pieces) > 1 else []):
        other = min(pieces[i - 1][0])
        yield [-sign(min(piece)), -sign(other)] + [sign(c) for c in sorted(around) if c in cells]


def lines(board, sign):
    return "\n".join("".join(sign((r, c), s) for c, s in enumerate(row)) for r, row in enumerate(board))


def answer(kind, text, model):
    board, broken = importlib.import_module(kind).model(text, model)
    for rounds in range(1, 1 << 30):
        true = model.solve()
        if true is None:
            return {"status": "unsolvable", "iterations": rounds}
        clauses = broken(true)
        if not clauses:
            return {"status": "solved", "iterations": rounds, "board": board(true)}
        for clause in clauses:
            model.clause(clause)
