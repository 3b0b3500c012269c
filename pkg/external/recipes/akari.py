from clauses import lines
from worker import near, rows


def model(text, m):
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
