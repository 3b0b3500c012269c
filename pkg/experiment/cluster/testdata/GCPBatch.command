gcloud batch jobs submit formicary-open-908-ants-paper-s-mode-2 --location europe-west1 --config '/shared/x y/gcp-batch.json'
