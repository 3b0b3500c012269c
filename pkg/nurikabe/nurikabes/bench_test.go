package nurikabes

import (
	"bytes"
	"testing"

	"formicary/pkg/alltest"
)

func BenchmarkRead(b *testing.B) {
	s := Kind.MustOpen("open-908").Take(200)
	for _, f := range Kind.Formats {
		var text bytes.Buffer
		if err := f.Write(&text, s); f.Name == "legup" {
			continue // it holds one puzzle
		} else if err != nil {
			b.Fatal(err)
		}
		b.Run(f.Name, func(b *testing.B) {
			for b.Loop() {
				alltest.Must(Kind.Read("set", bytes.NewReader(text.Bytes())))(b)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*s.Len()), "ns/puzzle")
		})
	}
}
