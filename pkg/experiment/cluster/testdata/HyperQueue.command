sh '/shared/x y/hq.sh'
