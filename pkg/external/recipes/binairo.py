from clauses import lines
from worker import rows


def model(text, m):
    board = rows(text)
    one = [[m.var() for _ in row] for row in board]
    for line in one + [list(column) for column in zip(*one)]:
        m.count(line, len(line) // 2, len(line) // 2)
        for three in zip(line, line[1:], line[2:]):
            m.clause(list(three))
            m.clause([-v for v in three])
    for row, signs in zip(one, board):
        for v, sign in zip(row, signs):
            if sign != "-":
                m.clause([v if sign == "1" else -v])
    return lambda true: lines(board, lambda cell, sign: "1 " if one[cell[0]][cell[1]] in true else "2 "), lambda true: []
