aws batch register-job-definition --cli-input-json 'file:///shared/x y/aws-definition.json' && aws batch submit-job --cli-input-json 'file:///shared/x y/aws-job.json'
