package experiment

import "golang.org/x/sys/unix"

// processor is the model of the processor.
func processor() string {
	name, err := unix.Sysctl("machdep.cpu.brand_string")
	if err != nil {
		return ""
	}
	return name
}
