# Has a bundle's metadata validated, and its tables read. The context of
# RO-Crate is on the web: here it is the terms that bundles use.
import json, subprocess, sys, os
import polars, duckdb, pandas
from rdflib.plugins.shared.jsonld import context as jsonld
from rocrate_validator import models, services
from rocrate_validator.utils.http import HttpRequester
url, schema = "https://w3id.org/ro/crate/1.1/context", "http://schema.org/"
terms = {name: schema + name for name in """
 CreateAction CreativeWork Dataset Organization SoftwareApplication about actionStatus author contentSize datePublished description
 encodingFormat endTime hasPart identifier instrument license mentions name object operatingSystem result
 softwareRequirements softwareVersion startTime version""".split()}
terms |= {"File": schema + "MediaObject", "conformsTo": "http://purl.org/dc/terms/conformsTo"}
context = {"@context": terms}
class Answer:
    status_code, headers, text, content = 200, {"Content-Type": "application/ld+json"}, json.dumps(context), json.dumps(context).encode()
    def json(self): return context
def get(self, address, *args, **kwargs):
    if str(address) == url: return Answer()
    raise RuntimeError("no network: " + str(address))
HttpRequester.get = HttpRequester.head = get
whole = jsonld.source_to_json
jsonld.source_to_json = lambda source, *args, **kwargs: (context, None) if str(source) == url else whole(source, *args, **kwargs)
folder, tables = sys.argv[1], sys.argv[1] + "/" + sys.argv[2]
result = services.validate(services.ValidationSettings(rocrate_uri=folder, profile_identifier="process-run-crate", requirement_severity=models.Severity.REQUIRED))
cff = subprocess.run([os.path.dirname(sys.executable) + "/cffconvert", "--validate", "-i", folder + "/CITATION.cff"], capture_output=True, text=True)
rows = [len(polars.read_parquet(tables + "/runs.parquet")), len(pandas.read_parquet(tables + "/runs.parquet")),
    duckdb.sql(f"select count(*) from '{tables}/runs.parquet'").fetchall()[0][0]]
print(json.dumps({"crate": [i.message for i in result.get_issues()], "passed": result.passed(), "citation": cff.returncode, "said": cff.stdout + cff.stderr, "rows": rows}))
