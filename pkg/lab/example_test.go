package lab_test

import (
	"fmt"

	"formicary/pkg/lab"
)

func ExampleParseNotebook() {
	nb, err := lab.ParseNotebook("example", []byte(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
		{"cell_type": "markdown", "source": ["# How ants see walls\n", "Slowly."]},
		{"cell_type": "code", "source": "%%\nfmt.Println(1)", "outputs": []}]}`))
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(nb.Title(), len(nb.Cells))
	// Output: How ants see walls 2
}
