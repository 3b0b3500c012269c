# Another program: it shades cells of small Nurikabe at random and writes a table of its runs.
import csv, random, sys

puzzles, out = sys.argv[1], sys.argv[2]
with open(out, "w", newline="") as file:
    table = csv.writer(file)
    table.writerow(["kind", "set", "puzzle", "engine", "parameter_tries", "run", "seed", "status", "iterations", "seconds", "board"])
    for line in open(puzzles):
        name, rows, cols = line.split()
        for run in range(2):
            random.seed(run)
            board = [random.randrange(2) for _ in range(int(rows) * int(cols))]
            table.writerow(["nurikabe", "open-908", name, "guesses", 1, run, run, "exhausted", 1, 0.001, " ".join(map(str, board))])
