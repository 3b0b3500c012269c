# Reads a notebook (a file, or the standard input) and writes it without outputs,
# numbers of cells, the version of Go, and what programs note when they run it; ids
# and tags stay. Git keeps this text itself, so that it needs no file of the lab;
# there must be no apostrophe in it. What is no notebook passes as it is.
import json
import sys

data = (open(sys.argv[1], "rb") if len(sys.argv) > 1 else sys.stdin.buffer).read()
try:
    nb = json.loads(data)
    notes = [(nb["metadata"], ("papermill", "widgets", "signature")), (nb["metadata"].get("language_info", {}), ("version",))]
    for cell in nb["cells"]:
        notes.append((cell["metadata"], ("papermill", "execution", "ExecuteTime", "collapsed", "scrolled")))
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
        if isinstance(cell["source"], str):
            cell["source"] = cell["source"].splitlines(True)
    for place, keys in notes:
        for key in keys:
            place.pop(key, None)
    data = (json.dumps(nb, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
except (ValueError, LookupError, TypeError, AttributeError) as e:
    if data.strip():
        print("formicary: a file is no notebook and passes with all that is in it:", e, file=sys.stderr)
sys.stdout.buffer.write(data)
