package experiment

import "syscall"

// processor is the model of the processor.
func processor() string {
	name, err := syscall.Sysctl("machdep.cpu.brand_string")
	if err != nil {
		return ""
	}
	return name
}
