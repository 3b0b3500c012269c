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
func exploreLoad(c *service.Call, in struct {
	ID      string           `json:"id"`
	Sources []explore.Source `json:"sources"`
},
) (any, error) {
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

// exploreUnload forgets records that have left the page.
func exploreUnload(_ *service.Call, in struct {
	ID string `json:"id"`
},
) (any, error) {
	delete(explored, in.ID)
	return true, nil
}

// asked is what a page asks of records that were loaded.
type asked struct {
	ID       string           `json:"id"`
	Question explore.Question `json:"question"`
}

// answering is a service that answers a question about records.
func answering[T any](answer func(*explore.Data, explore.Question) (T, error)) func(*service.Call, asked) (any, error) {
	return func(c *service.Call, in asked) (any, error) {
		d := explored[in.ID]
		if d == nil {
			return nil, errors.New("the records are not loaded")
		}
		if err := c.Yield(); err != nil { // a newer question may wait
			return nil, err
		}
		return answer(d, in.Question)
	}
}

func init() {
	service.Register("explore.load", exploreLoad)
	service.Register("explore.unload", exploreUnload)
	service.Register("explore.ask", answering((*explore.Data).Answer))
	service.Register("explore.numbers", answering((*explore.Data).Numbers))
}
