from clauses import joined, lines
from worker import near, rows


def model(text, m):
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
