#!/bin/sh
seq 0 499 | parallel --sshlogin node1,8/node2 --jobs 4 --joblog '/shared/plans/ants of 2026/shards/2.joblog' --resume-failed ''\''/shared/plans/ants of 2026/bin/0123456789ab/formicary'\'' cluster work --plan '\''/shared/plans/ants of 2026'\'' --shard '\''{}/500'\'' --list '\''/shared/plans/ants of 2026/shards/2.list'\'' --time 54m0s --name submission2 --workers 2'
