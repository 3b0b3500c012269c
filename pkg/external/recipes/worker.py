"""The worker protocol of the lab: a puzzle a line comes in, an answer a line goes out."""
import json
import sys


def serve(solve):
    """solve(request) returns an answer with a status, as a dict."""
    for line in sys.stdin:
        print(json.dumps(solve(json.loads(line))), flush=True)


def rows(text):
    """The signs of a puzzle by rows, without its name, its size and the lines between its boxes."""
    lines = [line for line in text.splitlines() if line.strip() and ":" not in line and "-+-" not in line]
    split = [line.replace("|", " ").split() if " " in line.strip() else list(line.strip()) for line in lines]
    sized = len(split[0]) == 2 and split[0] == [str(len(split) - 1), str(len(split[-1]))]
    return split[sized:]


def near(r, c):
    return (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)
