from clauses import joined, lines
from worker import rows


def model(text, m):
    board = rows(text)
    height, width = len(board), len(board[0])
    cells = [(r, c) for r in range(height) for c in range(width)]
    black = {cell: m.var() for cell in cells}
    for r, c in cells:
        if board[r][c] != "-":
            m.clause([black[r, c] if board[r][c] == "b" else -black[r, c]])
        square = [black.get((r + i, c + j)) for i in (0, 1) for j in (0, 1)]
        if None not in square:
            m.clause(square)
            m.clause([-v for v in square])
            a, b, c, d = square  # colours that cross: one of them is in pieces
            m.clause([-a, b, c, -d])
            m.clause([a, -b, -c, d])
    # Around the border the colour changes twice at most, since the colours do not cross.
    border = [(0, c) for c in range(width - 1)] + [(r, width - 1) for r in range(height - 1)]
    border += [(height - 1, c) for c in range(width - 1, 0, -1)] + [(r, 0) for r in range(height - 1, 0, -1)]
    change = [m.var() for _ in border]
    for here, there, changes in zip(border, border[1:] + border[:1], change):
        m.clause([-black[here], black[there], changes])
        m.clause([black[here], -black[there], changes])
    m.count(change, 0, 2)

    def broken(true):
        white = {-black[c] for c in cells if black[c] not in true}
        return list(joined(black, black.get, true)) + list(joined(black, lambda c: -black[c], white))

    return lambda true: lines(board, lambda cell, sign: "b " if black[cell] in true else "w "), broken
