package experiment

import (
	"io/fs"
	"os"
	"reflect"
	"strings"
	"syscall"
	"time"
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

// changeTime is when a file itself last changed (its text, its name, its times),
// which no program can set; the zero time where the system does not say.
func changeTime(info fs.FileInfo) time.Time {
	v := reflect.Indirect(reflect.ValueOf(info.Sys()))
	if v.Kind() != reflect.Struct {
		return time.Time{}
	}
	for _, name := range []string{"Ctim", "Ctimespec"} { // Linux and others, macOS and others
		if f := v.FieldByName(name); f.IsValid() {
			if t, ok := f.Interface().(syscall.Timespec); ok {
				return time.Unix(t.Unix())
			}
		}
	}
	return time.Time{}
}
