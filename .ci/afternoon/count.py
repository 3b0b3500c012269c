# Counts the runs of a table again, with nothing of the lab: solved runs by engine.
import sys

import pandas

runs = pandas.read_csv(sys.argv[1])
by = [name for name in sys.argv[2].split(",")]
solved = runs.assign(solved=runs.status.isin(["solved", "unique", "multiple"])).groupby(by, dropna=False).solved.agg(["sum", "count"])
for names, row in solved.iterrows():
    names = names if isinstance(names, tuple) else (names,)
    print(*names, row["sum"], row["count"], sep="\t")
