package cluster

import "os/exec"

func ownSession(*exec.Cmd) {}

func startOf(int) (uint64, bool) { return 0, false }
