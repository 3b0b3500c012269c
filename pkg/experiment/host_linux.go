package experiment

import (
	"os"
	"strings"
)

// processor is the model of the first processor, as /proc/cpuinfo has it (on
// x86; other processors often have no such line).
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
