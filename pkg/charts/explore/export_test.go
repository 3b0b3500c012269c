package explore

import "formicary/pkg/experiment"

// Of is the records that the question is about, cut off as it says.
func (q Question) Of(records []experiment.Record) ([]experiment.Record, error) {
	of := make([]experiment.Record, 0, len(records))
	for i := range records {
		if q.takes(&records[i]) {
			of = append(of, records[i])
		}
	}
	return q.within(of)
}
