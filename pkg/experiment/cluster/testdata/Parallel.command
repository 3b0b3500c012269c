sh '/shared/x y/parallel.sh'
