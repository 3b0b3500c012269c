kubectl apply -f '/shared/x y/kubernetes.json'
