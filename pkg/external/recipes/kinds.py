"""Four kinds as clauses and counts, for any solver that has var(), clause(literals), count(literals, low, high) and solve().

A kind returns two funcs of a solution's true variables: its board, and the clauses that the solution breaks. These
keep pieces connected: they are found when they are needed, and the solver is asked again.
"""
from worker import near, rows


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


def nurikabe(text, m):
    board = rows(text)
    cells = [(r, c) for r, row in enumerate(board) for c in range(len(row))]
    clues = {(r, c): int(board[r][c]) if board[r][c].isdigit() else None for r, c in cells if board[r][c] != "."}
    wall = {cell: m.var() for cell in cells}
    island = {}  # by clue: its cells, as far as its size reaches, with their variables
    for clue, size in clues.items():
        seen, edge = {clue}, {clue}
        while edge and (size is None or size > 1):
            edge = {n for cell in edge for n in near(*cell) if n in wall and n not in seen and n not in clues}
            seen |= edge
            size = size and size - 1
        island[clue] = {cell: m.var() for cell in sorted(seen)}
        m.clause([island[clue][clue]])
        if clues[clue]:
            m.count(list(island[clue].values()), clues[clue], clues[clue])
        for cell, v in island[clue].items():
            if cell != clue:
                m.clause([-v] + [island[clue][n] for n in near(*cell) if n in island[clue]])
            for n in near(*cell):
                if n in wall:  # the island's neighbours are its own or wall
                    m.clause([-v, wall[n]] + [own[n] for own in [island[clue]] if n in own])
    for cell in cells:
        m.count([wall[cell]] + [own[cell] for own in island.values() if cell in own], 1, 1)
        square = [(cell[0] + i, cell[1] + j) for i in (0, 1) for j in (0, 1)]
        if all(c in wall for c in square):
            m.clause([-wall[c] for c in square])
    def broken(true):
        clauses = list(joined(wall, wall.get, true))
        for clue, own in island.items():
            for piece, around in apart(c for c in own if own[c] in true):
                if clue not in piece:
                    clauses += [[-own[c]] + [own[n] for n in sorted(around) if n in own] for c in sorted(piece)]
        return clauses

    return lambda true: lines(board, lambda cell, sign: "#" if wall[cell] in true else "."), broken


def slitherlink(text, m):
    board = rows(text)
    height, width = len(board), len(board[0])
    cells = [(r, c) for r in range(-1, height + 1) for c in range(-1, width + 1)]  # with a frame, which is outside
    inside = {cell: m.var() for cell in cells}
    edges = {}
    for cell in cells:
        if not (0 <= cell[0] < height and 0 <= cell[1] < width):
            m.clause([-inside[cell]])
        for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)):
            if other in inside:
                a, b, e = inside[cell], inside[other], m.var()
                edges[cell, other] = edges[other, cell] = e
                for clause in ([-a, -b, -e], [a, b, -e], [a, -b, e], [-a, b, e]):
                    m.clause(clause)
        square = [inside.get((cell[0] + i, cell[1] + j)) for i in (0, 1) for j in (0, 1)]
        if None not in square:  # the loop does not touch itself
            a, b, c, d = square
            m.clause([-a, b, c, -d])
            m.clause([a, -b, -c, d])
    m.clause(list(inside.values()))
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            if sign.isdigit():
                m.count([edges[(r, c), n] for n in near(r, c)], int(sign), int(sign))

    def broken(true):
        outside = {-inside[c] for c in cells if inside[c] not in true}
        return list(joined(inside, inside.get, true)) + list(joined(inside, lambda c: -inside[c], outside))

    return lambda true: lines(board, lambda cell, sign: "x " if inside[cell] in true else "- "), broken


def akari(text, m):
    board = rows(text)
    white = {(r, c): m.var() for r, row in enumerate(board) for c, sign in enumerate(row) if sign == "-"}
    for cell in white:
        seen = [white[cell]]
        for dr, dc in near(0, 0):
            r, c = cell[0] + dr, cell[1] + dc
            while (r, c) in white:
                seen.append(white[r, c])
                m.clause([-white[cell], -white[r, c]])
                r, c = r + dr, c + dc
        m.clause(seen)
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            if sign.isdigit():
                m.count([white[n] for n in near(r, c) if n in white], int(sign), int(sign))
    return lambda true: lines(board, lambda cell, sign: "o " if white.get(cell) in true else sign + " "), lambda true: []


def sudoku(text, m):
    board = rows(text)
    size = len(board)
    width = len(next(line for line in text.splitlines() if "|" in line).split("|")[0].split())
    height = size // width
    digits = {16: "0123456789abcdef", 25: "abcdefghijklmnopqrstuvwxy"}.get(size, "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0"[:size])
    at = {(r, c, d): m.var() for r in range(size) for c in range(size) for d in range(size)}
    span = range(size)
    for a in span:
        for b in span:
            m.count([at[a, b, d] for d in span], 1, 1)
            m.count([at[a, c, b] for c in span], 1, 1)
            m.count([at[r, a, b] for r in span], 1, 1)
            top, left = a // height * height, a % height * width
            m.count([at[top + i // width, left + i % width, b] for i in span], 1, 1)
            if board[a][b] != ".":
                m.clause([at[a, b, digits.index(board[a][b])]])
    return lambda true: lines(board, lambda cell, sign: next(digits[d] for d in span if at[(*cell, d)] in true)), lambda true: []


def lines(board, sign):
    return "\n".join("".join(sign((r, c), s) for c, s in enumerate(row)) for r, row in enumerate(board))


def answer(kind, text, model):
    board, broken = {"akari": akari, "nurikabe": nurikabe, "slitherlink": slitherlink, "sudoku": sudoku}[kind](text, model)
    for rounds in range(1, 1 << 30):
        true = model.solve()
        if true is None:
            return {"status": "unsolvable", "iterations": rounds}
        clauses = broken(true)
        if not clauses:
            return {"status": "solved", "iterations": rounds, "board": board(true)}
        for clause in clauses:
            model.clause(clause)
