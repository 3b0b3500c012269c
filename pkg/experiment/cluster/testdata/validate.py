"""Reads a Job of Kubernetes with the OpenAPI schema of the release, which is strict
about unknown fields: validate.py FILE. Prints what is wrong and exits with status 1.
"""
import json
import sys

import kubernetes_validate

with open(sys.argv[1], encoding="utf-8") as f:
    data = json.load(f)
try:
    kubernetes_validate.validate(data, "1.33", strict=True)
except kubernetes_validate.ValidationError as e:
    sys.exit("%s: %s" % (".".join(map(str, e.path)), e.message))
