# Opens an export with iohinspector.
import importlib.util, json, sys
if not importlib.util.find_spec("iohinspector"):
    print("null")
    sys.exit()
import iohinspector, polars
m = iohinspector.DataManager()
m.add_folder(sys.argv[1])
o, d = m.overview, m.load(monotonic=False)
last = d.group_by("data_id").agg(e=polars.col("evaluations").max(), y=polars.col("raw_y").min())
print(json.dumps({"runs": len(o), "evaluations": int(o["evals"].sum()), "cost": float(o["best_y"].sum()), "loaded": len(last), "last": int(last["e"].sum()), "least": float(last["y"].sum()), "lines": len(d), "algorithms": o["algorithm_name"].n_unique(), "dimensions": int(o["dimension"].sum())}))
