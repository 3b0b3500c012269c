# Reads a scenario of ASlib with liac-arff.
import importlib.util, json, sys
if not importlib.util.find_spec("arff"):
    print("null")
    sys.exit()
import arff
out = {}
for name in ["algorithm_runs", "feature_values"]:
    with open(sys.argv[1] + "/" + name + ".arff") as f:
        table = arff.load(f)
    out[name] = table["data"]
    out[name + " attributes"] = [a[0] for a in table["attributes"]]
print(json.dumps(out))
