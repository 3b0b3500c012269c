package experiment

import (
	"os"
	"strings"
)

// processor is the model of the first processor where the system has it in
// /proc/cpuinfo (Linux on x86), else empty.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
