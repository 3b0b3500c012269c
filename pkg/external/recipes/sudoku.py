from clauses import lines
from worker import rows


def model(text, m):
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
