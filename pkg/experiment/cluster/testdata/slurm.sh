#!/bin/sh
#SBATCH --job-name=formicary-open-908-ants-paper-s-mode
#SBATCH --array=0-299
#SBATCH --partition=short
#SBATCH --account=ants
#SBATCH --qos=low
#SBATCH --constraint=avx2&ssd
#SBATCH --mem=2G
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --time=55
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output="/shared/plans/ants of 2026/logs/%A_%a.log"
#SBATCH --exclude=node7
exec '/shared/plans/ants of 2026/bin/0123456789ab/formicary' cluster work --plan '/shared/plans/ants of 2026' --shard auto/500 --list '/shared/plans/ants of 2026/shards/2.list' --time 54m0s --workers 2

#!/bin/sh
#SBATCH --job-name=formicary-open-908-ants-paper-s-mode
#SBATCH --array=0-199
#SBATCH --partition=short
#SBATCH --account=ants
#SBATCH --qos=low
#SBATCH --constraint=avx2&ssd
#SBATCH --mem=2G
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --time=55
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output="/shared/plans/ants of 2026/logs/%A_%a.log"
#SBATCH --exclude=node7
exec '/shared/plans/ants of 2026/bin/0123456789ab/formicary' cluster work --plan '/shared/plans/ants of 2026' --shard auto/500 --offset 300 --list '/shared/plans/ants of 2026/shards/2.list' --time 54m0s --workers 2
