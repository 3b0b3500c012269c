from clauses import apart, joined, lines
from worker import near, rows


def model(text, m):
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
