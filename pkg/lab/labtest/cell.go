package labtest

// CellImports are the packages, other than those of the standard library, that
// the notebooks about Nurikabe and declared puzzles import, and those of many machines: the most that a notebook does.
var CellImports = []string{
	"formicary/pkg/analysis",
	"formicary/pkg/analysis/stats",
	"formicary/pkg/charts",
	"formicary/pkg/colony",
	"formicary/pkg/colony/family",
	"formicary/pkg/experiment",
	"formicary/pkg/experiment/campaign",
	"formicary/pkg/experiment/cluster",
	"formicary/pkg/model",
	"formicary/pkg/model/acs",
	"formicary/pkg/model/exact",
	"formicary/pkg/model/generate",
	"formicary/pkg/model/tabu",
	"formicary/pkg/model/theory",
	"formicary/pkg/nurikabe",
	"formicary/pkg/nurikabe/acs",
	"formicary/pkg/nurikabe/exact",
	"formicary/pkg/nurikabe/nurikabes",
	"formicary/pkg/nurikabe/paper",
	"formicary/pkg/nurikabe/portfolio",
	"formicary/pkg/nurikabe/memetic",
	"formicary/pkg/pencil",
	"formicary/pkg/puzzle",
	"formicary/pkg/race",
	"formicary/pkg/show",
	"formicary/pkg/solver",
	"formicary/pkg/tune",
	"gonum.org/v1/gonum/stat",
}

// ChartImports are the packages of go-echarts that a cell imports besides if it
// draws a chart of its own. They cost it more than most packages do: with their
// templates the linker keeps methods that nobody calls.
var ChartImports = []string{
	"github.com/go-echarts/go-echarts/v2/charts",
	"github.com/go-echarts/go-echarts/v2/opts",
}

// PaperImports are what the notebook about the papers imports, which needs no
// engine, race or tuner.
var PaperImports = []string{
	"formicary/pkg/analysis",
	"formicary/pkg/charts",
	"formicary/pkg/papers",
	"formicary/pkg/show",
}
