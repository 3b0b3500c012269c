package play_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// The libraries that do what explore.js and table.js do, for a comparison.
var (
	crossfilter = lab.Library{
		Name: "crossfilter2", Version: "1.5.4",
		Integrity: "sha512-oOGqOM0RocwQFOXJnEaUKqYV6Mc1TNCRv3LrNUa0QlofQTutGAXyQaLW1aGKLls2sfnbwBEtsa6tPD3jY+ycqQ==",
		Files:     []string{"crossfilter.min.js"},
	}
	tabulator = lab.Library{
		Name: "tabulator-tables", Version: "6.3.1",
		Integrity: "sha512-qFW7kfadtcaISQIibKAIy0f3eeIXUVi8242Vly1iJfMD79kfEGzfczNuPBN/80hDxHzQJXYbmJ8VipI40hQtfA==",
		Files:     []string{"dist/js/tabulator.min.js"},
	}
)

// compared runs the same operations on the records of the page's explorer with its
// own code and with the libraries, in turns, and prints the medians. All count runs,
// solutions and what was spent by puzzle, and by puzzle and engine.
const compared = `(async function () {
	const e = formicary.explorers[0], set = e.set, q = e.question, out = {};
	const median = all => all.sort((a, b) => a - b)[all.length >> 1];
	const took = async f => { const began = performance.now(); await f(); return performance.now() - began; };
	const puzzle = set.column("puzzle"), configuration = set.column("configuration"), status = set.column("status"), spent = set.column("iterations");
	const labels = set.configurations.map(c => e.labels.of(c)), has = set.statuses.map(s => s === "solved" || s === "unique" || s === "multiple");
	const ranges = [[0, 99], [200, 299], [0, Infinity]];
	let xf, size, label, cells, whole;
	const add = (p, v) => { p.runs++; p.solved += v.solved; p.spent += v.spent; return p; };
	const take = (p, v) => { p.runs--; p.solved -= v.solved; p.spent -= v.spent; return p; };
	const none = () => ({ runs: 0, solved: 0, spent: 0 });
	out["take the records"] = [await took(() => e.open(set)), await took(() => {
		const rows = new Array(set.length);
		for (let i = 0; i < rows.length; i++) {
			const p = set.puzzles[puzzle[i]];
			rows[i] = { cell: puzzle[i] * e.labels.all.length + labels[configuration[i]], size: p.rows * p.cols, label: labels[configuration[i]], solved: has[status[i]] ? 1 : 0, spent: spent[i] };
		}
		xf = crossfilter(rows);
		size = xf.dimension(r => r.size);
		label = xf.dimension(r => r.label);
		cells = xf.dimension(r => r.cell).group().reduce(add, take, none);
		whole = xf.groupAll().reduce(add, take, none);
		whole.value();
		cells.all();
	})];
	const fill = e.table.fill, counts = [[], []], filled = [[], []];
	let rows;
	const host = document.body.appendChild(document.createElement("div"));
	host.style.height = "360px";
	const columns = [["puzzle", "Puzzle"], ["size", "Size"], ["runs", "Runs"], ["solved", "Solved"], ["cost", "Cost"]].map(c => ({ field: c[0], title: c[1] }));
	const table = new Tabulator(host, { data: [], columns: columns, height: 360, initialSort: [{ column: "puzzle", dir: "asc" }] });
	await new Promise(done => table.on("tableBuilt", done));
	for (let round = 0; round < 5; round++) for (const [least, most] of ranges) {
		q.class = { least: least, most: most === Infinity ? 0 : most };
		e.table.fill = r => { rows = r; };
		counts[0].push(await took(() => e.changed(true)));
		counts[1].push(await took(() => {
			if (most === Infinity) size.filterAll(); else size.filterRange([least, most + 1]);
			whole.value();
			const by = new Map();
			cells.all().forEach(c => {
				if (!c.value.runs) return;
				const at = Math.floor(c.key / e.labels.all.length), row = by.get(at) || { at: at, runs: 0, solved: 0, spent: 0 };
				row.runs += c.value.runs; row.solved += c.value.solved; row.spent += c.value.spent;
				by.set(at, row);
			});
		}));
		e.table.fill = fill;
		filled[0].push(await took(() => e.table.fill(rows, q)));
		const data = rows.map(r => ({ id: r.at, puzzle: r.puzzle.id, size: r.puzzle.rows * r.puzzle.cols, runs: r.runs, solved: r.solved / r.runs, cost: r.spent / r.solved }));
		filled[1].push(await took(() => table.setData(data)));
	}
	const runs = whole.value().runs;
	if (+e.box.dataset.runs !== runs) throw new Error(e.box.dataset.runs + " runs, the library counts " + runs);
	out["filter and count"] = counts.map(median);
	out["fill the table"] = filled.map(median);
	table.destroy();
	host.remove();
	return Object.keys(out).map(k => ({ Name: k, Own: out[k][0], Library: out[k][1] }));
})()`

// compare prints the ratios of libraries to the explorer's own code.
func compare(t *testing.T, b *labtest.Browser) {
	t.Helper()
	for _, library := range []lab.Library{crossfilter, tabulator} {
		folder := alltest.Must(labtest.Env(t).Fetch(t.Context(), library, os.Stderr))(t)
		source, err := os.ReadFile(filepath.Join(folder, filepath.Base(library.Files[0])))
		if err != nil {
			if source, err = os.ReadFile(filepath.Join(folder, library.Files[0])); err != nil {
				t.Fatal(err)
			}
		}
		name := map[string]string{"crossfilter2": "crossfilter", "tabulator-tables": "Tabulator"}[library.Name]
		labtest.Eval[bool](t, b, fmt.Sprintf("(function (define, exports, module) {%s\n}).call(window), Boolean(window.%s)", source, name))
		t.Logf("%s %s: %.0f kB in a page", library.Name, library.Version, float64(len(source))/1000)
	}
	for _, c := range labtest.Eval[[]struct {
		Name         string
		Own, Library float64
	}](t, b, compared) {
		t.Logf("%s: %.1f ms, a library %.1f ms, %.1f times the time", c.Name, c.Own, c.Library, c.Library/c.Own)
	}
}
