# Sums what polars, DuckDB and pandas find in exported files.
import json, sys
import polars, duckdb, pandas
folder, csv = sys.argv[1], sys.argv[2]
runs, traces = folder + "/runs.parquet", folder + "/traces.parquet"
def whole(values):
    return str(sum(int(v) for v in values))
out = {}
p, t, c = polars.read_parquet(runs), polars.read_parquet(traces), polars.read_csv(csv, schema_overrides={"seed": polars.UInt64})
for frame in [p, c, pandas.read_parquet(runs), pandas.read_csv(csv)]:
    assert set(frame["plan"]) == {"small"} and set(frame["set"]) == {"open-908"} and set(frame["parameter_q0"]) == {0.9} and len(set(frame["parameter_scheme"])) == 2, frame
assert p.schema["seed"] == polars.UInt64 and p.schema["cost"] == polars.Float64, p.schema
def summary(rows, seeds, iterations, cost, points, at, costs):
    return {"runs": rows, "seeds": whole(seeds), "iterations": int(iterations), "cost": float(cost), "points": points, "at": int(at), "costs": float(costs)}
out["polars"] = summary(p.height, p["seed"], p["iterations"].sum(), p["cost"].sum(), t.height, t["evaluations"].sum(), t["cost"].sum())
a, b = pandas.read_parquet(runs), pandas.read_parquet(traces)
assert str(a["seed"].dtype) == "uint64", a.dtypes
out["pandas"] = summary(len(a), a["seed"], a["iterations"].sum(), a["cost"].sum(), len(b), b["evaluations"].sum(), b["cost"].sum())
n, seeds, iterations, cost = duckdb.sql(f"select count(*), sum(seed::hugeint), sum(iterations), sum(cost) from '{runs}'").fetchall()[0]
assert duckdb.sql(f"select typeof(seed) from '{runs}' limit 1").fetchall()[0][0] == "UBIGINT"
points, at, costs = duckdb.sql(f"select count(*), sum(evaluations), sum(cost) from '{traces}'").fetchall()[0]
out["duckdb"] = summary(n, [seeds], iterations, cost, points, at, costs)
joined = duckdb.sql(f"select count(*) from '{runs}' r join '{traces}' t using (row)").fetchall()[0][0]
assert joined == points, (joined, points)
for name, frame in {"csv by polars": c, "csv by pandas": pandas.read_csv(csv, dtype={"seed": "uint64"})}.items():
    out[name] = summary(len(frame), frame["seed"], frame["iterations"].sum(), frame["cost"].sum(), points, at, costs)
n, seeds, iterations, cost = duckdb.sql(f"select count(*), sum(seed::hugeint), sum(iterations), sum(cost) from read_csv('{csv}')").fetchall()[0]
out["csv by duckdb"] = summary(n, [seeds], iterations, cost, points, at, costs)
print(json.dumps(out))
