"""Reads job files with their schedulers' own schemas: validate.py KIND FILE.

Kubernetes: the OpenAPI schema of the release, strict about unknown fields. AWS
Batch: the service model that the AWS command line uses. Google Cloud Batch: the
protocol buffer of the API. Prints what is wrong and exits with status 1.
"""
import json
import sys

kind, path = sys.argv[1:]
with open(path, encoding="utf-8") as f:
    data = json.load(f)

if kind == "kubernetes":
    import kubernetes_validate

    try:
        kubernetes_validate.validate(data, "1.33", strict=True)
    except kubernetes_validate.ValidationError as e:
        sys.exit("%s: %s" % (".".join(map(str, e.path)), e.message))
elif kind in ("aws-definition", "aws-job"):
    import botocore.session
    from botocore.validate import ParamValidator

    operation = {"aws-definition": "RegisterJobDefinition", "aws-job": "SubmitJob"}[kind]
    model = botocore.session.get_session().get_service_model("batch")
    report = ParamValidator().validate(data, model.operation_model(operation).input_shape)
    if report.has_errors():
        sys.exit(report.generate_report())
elif kind == "gcp-batch":
    from google.cloud import batch_v1
    from google.protobuf import json_format

    try:
        json_format.ParseDict(data, batch_v1.Job.pb()(), ignore_unknown_fields=False)
    except json_format.ParseError as e:
        sys.exit(str(e))
else:
    sys.exit("unknown kind " + kind)
