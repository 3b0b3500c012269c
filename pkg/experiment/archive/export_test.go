package archive

import "testing"

// Parts are those of a published study, to be published again.
func Parts(t testing.TB, s *Study) (parts []Part) {
	t.Helper()
	for _, p := range s.Plans {
		file, err := p.File()
		if err != nil {
			t.Fatal(err)
		}
		records, err := p.Records()
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, Part{Plan: file, Records: records, Provenance: p.Provenance})
	}
	return parts
}
