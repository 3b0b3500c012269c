from clauses import joined, lines
from worker import near, rows


def model(text, m):
    board = rows(text)
    cells = [(r, c) for r, row in enumerate(board) for c in range(len(row))]
    shaded = {cell: m.var() for cell in cells}
    for cell in cells:
        for other in cells:
            same = board[cell[0]][cell[1]] == board[other[0]][other[1]]
            if cell < other and (other in near(*cell)):
                m.clause([-shaded[cell], -shaded[other]])
            if cell < other and same and (cell[0] == other[0] or cell[1] == other[1]):
                m.clause([shaded[cell], shaded[other]])

    def broken(true):
        return list(joined(shaded, lambda c: -shaded[c], {-shaded[c] for c in cells if shaded[c] not in true}))

    return lambda true: lines(board, lambda cell, sign: "x " if shaded[cell] in true else "- "), broken
