"""A colony of ants for Nurikabe: python3 colony.py SEED ITERATIONS RATE < puzzle (rows of numbers and dots)."""
import json
import random
import sys

rows = [line.split() if " " in line.strip() else list(line.strip()) for line in sys.stdin if line.strip() and ":" not in line]
height, width = len(rows), len(rows[0])
clues = {(r, c): int(rows[r][c]) for r in range(height) for c in range(width) if rows[r][c].isdigit()}
cells = [(r, c) for r in range(height) for c in range(width)]
random.seed(int(sys.argv[1]))
iterations, rate = int(sys.argv[2]) or sys.maxsize, float(sys.argv[3])


def pieces(board, sign):
    left = {cell for cell in cells if board[cell] == sign}
    while left:
        piece, queue = set(), [left.pop()]
        while queue:
            r, c = queue.pop()
            piece.add((r, c))
            for near in {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left:
                left.remove(near)
                queue.append(near)
        yield piece


def cost(board):
    pools = sum(all(board.get((r + i, c + j)) == "#" for i in (0, 1) for j in (0, 1)) for r, c in cells)
    islands = 0
    for piece in pieces(board, "."):
        numbers = [clues[cell] for cell in piece if cell in clues]
        islands += abs(len(piece) - sum(numbers)) + abs(len(numbers) - 1)
    return pools + islands + max(len(list(pieces(board, "#"))) - 1, 0)


tau = {cell: 0.5 for cell in cells}  # the pheromone: how likely a cell is wall
best, least = None, float("inf")
for iteration in range(1, iterations + 1):
    for _ in range(8):
        board = {cell: "." if cell in clues or random.random() > tau[cell] else "#" for cell in cells}
        now = cost(board)
        for cell in random.sample(cells, len(cells)):  # a local search: keep what is not worse
            if cell not in clues:
                was, board[cell] = board[cell], "#" if board[cell] == "." else "."
                if (then := cost(board)) <= now:
                    now = then
                else:
                    board[cell] = was
        if now < least:
            best, least = board, now
            text = "\n".join("".join(board[r, c] for c in range(width)) for r in range(height))
            print(json.dumps({"cost": least, "board": text, "iterations": iteration, "evaluations": 8 * iteration}), flush=True)
    for cell in cells:
        tau[cell] = min(max(tau[cell] + rate * ((best[cell] == "#") - tau[cell]), 0.05), 0.95)
    if least == 0:
        break
else:
    print(json.dumps({"status": "unknown", "cost": least, "board": text, "iterations": iteration, "evaluations": 8 * iteration}))
