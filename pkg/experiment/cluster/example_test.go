package cluster_test

import (
	"fmt"
	"time"

	"formicary/pkg/experiment/cluster"
)

// A job file for GNU parallel: 100 tasks on two machines.
func ExampleParallel() {
	job := cluster.Job{Dir: "/shared/ants", Order: cluster.Order{Program: "/shared/ants/bin/0123456789ab/formicary", Number: 1, Shards: 100}, Time: time.Hour}
	file, err := cluster.Parallel{Hosts: []string{"node1", "node2"}}.File(job)
	if err != nil {
		panic(err)
	}
	fmt.Print(file.Text)
	// Output:
	// #!/bin/sh
	// seq 0 99 | parallel --sshlogin node1,node2 --jobs 1 --joblog /shared/ants/shards/1.joblog --resume-failed '/shared/ants/bin/0123456789ab/formicary cluster work --plan /shared/ants --shard '\''{}/100'\'' --time 59m0s --name submission1 --workers 1'
}
