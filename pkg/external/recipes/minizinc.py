"""A model for MiniZinc: minizinc.py KIND has the model KIND.mzn, whose data are rows, cols and clue. Gecode solves it."""
import pathlib
import subprocess
import sys

from worker import rows, serve

model = pathlib.Path(__file__).with_name(sys.argv[1] + ".mzn")


def solve(request):
    board = rows(request["puzzle"])
    clues = [0 if sign == "." else int(sign) if sign.isdigit() else -1 for row in board for sign in row]
    data = f"rows={len(board)};cols={len(board[0])};clue=array2d(1..rows,1..cols,{clues});"
    command = ["minizinc", "--solver", "gecode", "--random-seed", str(request["seed"] % 2**31), "--statistics", model, "--cmdline-data", data]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    counted = dict(line[len("%%%mzn-stat: "):].split("=") for line in run.stdout.splitlines() if line.startswith("%%%mzn-stat: "))
    answer = {"iterations": int(counted.get("failures", 0)), "statistics": {"nodes": int(counted.get("nodes", 0))}}
    if "=====UNSATISFIABLE=====" in run.stdout:
        return answer | {"status": "unsolvable"}
    return answer | {"status": "solved", "board": "\n".join(line for line in run.stdout.splitlines() if line and set(line) <= {"#", "."})}


serve(solve)
