package main

import (
	"errors"

	"formicary/pkg/charts"
	"formicary/pkg/charts/explore"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/play/service"
)

// explored are the records that pages have loaded, by the id of their markup.
var explored = map[string]*explore.Data{}

// answer is a chart as it travels to a page.
type answer struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Subtitle string   `json:"subtitle"`
	Alt      string   `json:"alt"`
	Option   string   `json:"option"`
	CSV      string   `json:"csv"`
	Height   int      `json:"height"`
	Narrow   int      `json:"narrow"`
	Points   int      `json:"points"`
	Notes    []string `json:"notes"`
	Cell     string   `json:"cell"`
}

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

// exploreAsk answers a question about records that were loaded.
func exploreAsk(c *service.Call) (any, error) {
	var in struct {
		ID       string           `json:"id"`
		Question explore.Question `json:"question"`
	}
	if err := c.Decode(&in); err != nil {
		return nil, err
	}
	d := explored[in.ID]
	if d == nil {
		return nil, errors.New("the records are not loaded")
	}
	if err := c.Yield(); err != nil { // a newer question may wait
		return nil, err
	}
	chart, cell, err := d.Ask(in.Question)
	if err != nil {
		return nil, err
	}
	return answered(chart, cell), nil
}

// answered is a chart with the cell that makes it.
func answered(c charts.Chart, cell string) answer {
	return answer{c.ID(), c.Title, c.Subtitle, c.Alt, string(c.Option()), c.CSV(), c.Height, c.Narrow, c.Points, append([]string{}, c.Notes...), cell}
}

func init() {
	service.Register("explore.load", exploreLoad)
	service.Register("explore.ask", exploreAsk)
}
