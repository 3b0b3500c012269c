package main

import (
	"errors"

	"formicary/pkg/charts/explore"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/play/service"
)

// explored are the records that pages have loaded, by the id of their markup.
var explored = map[string]*explore.Data{}

// exploreLoad takes packed records, once.
func exploreLoad(c *service.Call) (any, error) {
	var in struct {
		ID      string           `json:"id"`
		Sources []explore.Source `json:"sources"`
	}
	if err := c.Decode(&in); err != nil {
		return nil, err
	}
	if explored[in.ID] != nil {
		return true, nil
	}
	records, err := columns.Open(in.ID, c.Bytes)
	if err != nil {
		return nil, err
	}
	d, err := explore.New(records, in.Sources...)
	if err != nil {
		return nil, err
	}
	explored[in.ID] = d
	return true, nil
}

// asked is what a page asks of records that were loaded.
func asked(c *service.Call) (d *explore.Data, q explore.Question, err error) {
	var in struct {
		ID       string           `json:"id"`
		Question explore.Question `json:"question"`
	}
	if err := c.Decode(&in); err != nil {
		return nil, q, err
	}
	if d = explored[in.ID]; d == nil {
		return nil, q, errors.New("the records are not loaded")
	}
	return d, in.Question, c.Yield() // a newer question may wait
}

// exploreAsk answers a question.
func exploreAsk(c *service.Call) (any, error) {
	d, q, err := asked(c)
	if err != nil {
		return nil, err
	}
	return d.Answer(q)
}

// exploreNumbers has the numbers of the chart of a question.
func exploreNumbers(c *service.Call) (any, error) {
	d, q, err := asked(c)
	if err != nil {
		return nil, err
	}
	return d.Numbers(q)
}

func init() {
	service.Register("explore.load", exploreLoad)
	service.Register("explore.ask", exploreAsk)
	service.Register("explore.numbers", exploreNumbers)
}
