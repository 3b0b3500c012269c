"""Nurikabe by clingo, with the encoding nurikabe.lp."""
import pathlib

import clingo
from worker import rows, serve

encoding = pathlib.Path(__file__).with_name("nurikabe.lp").read_text()


def solve(request):
    board = rows(request["puzzle"])
    facts = []
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            facts.append(f"cell({r},{c}).")
            if sign != ".":
                facts.append(f"clue({r},{c},{sign})." if sign.isdigit() else f"open({r},{c}).")
    control = clingo.Control([f"--seed={request['seed']}", "--warn=none"])
    control.add("base", [], encoding + " ".join(facts))
    control.ground([("base", [])])
    walls = None
    with control.solve(yield_=True) as models:
        for model in models:
            walls = {tuple(x.number for x in atom.arguments) for atom in model.symbols(shown=True)}
            break
    counted = control.statistics["solving"]["solvers"]
    answer = {"iterations": int(counted["conflicts"]), "statistics": {"choices": counted["choices"]}}
    if walls is None:
        return answer | {"status": "unsolvable"}
    text = ["".join("#" if (r, c) in walls else "." for c in range(len(row))) for r, row in enumerate(board)]
    return answer | {"status": "solved", "board": "\n".join(text)}


serve(solve)
