package bundle

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strconv"
	"time"

	"formicary/pkg/lists"
)

// CrateFile is the name of what [Crate] makes.
const CrateFile = "ro-crate-metadata.json"

// What the metadata conform to.
const (
	roCrate    = "https://w3id.org/ro/crate/1.1"
	processRun = "https://w3id.org/ro/wfrun/process/0.5"
)

// About is what the metadata say of a bundle besides its manifest.
type About struct {
	// Name is its title, Description a few sentences.
	Name        string
	Description string
	// Licence is the page of its licence.
	Licence string
	// Authors are the names of those who are to be cited.
	Authors []string
}

type entity map[string]any

type ref struct {
	ID string `json:"@id"`
}

// Crate is ro-crate-metadata.json: an RO-Crate 1.1 with the Process Run Crate profile
// 0.5. Each execution of a notebook and the runs of each plan are actions, with the
// program as their instrument. sizes are the bytes of all other files.
func Crate(about About, m Manifest, sizes map[string]int64) ([]byte, error) {
	var parts, actions, authors []ref
	var graph []entity
	add := func(to *[]ref, e entity) {
		for name, value := range e { // one of something is no list
			if refs, ok := value.([]ref); ok && len(refs) == 1 {
				e[name] = refs[0]
			}
		}
		graph = append(graph, e)
		if to != nil {
			*to = append(*to, ref{e["@id"].(string)})
		}
	}
	described := describe(m)
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		e := entity{"@id": id(name), "@type": "File", "name": cmp.Or(described[name], path.Base(name)), "contentSize": strconv.FormatInt(sizes[name], 10)}
		if kind := encoding(name); kind != "" {
			e["encodingFormat"] = kind
		}
		add(&parts, e)
	}
	for i, name := range about.Authors {
		add(&authors, entity{"@id": fmt.Sprintf("#author-%d", i+1), "@type": "Organization", "name": name})
	}
	program := entity{
		"@id": "#formicary", "@type": "SoftwareApplication", "name": "Formicary", "softwareVersion": m.Code.Version,
		"description": "A research lab in notebooks for puzzle solvers", "operatingSystem": m.Code.Machine,
	}
	if m.Code.Commit != "" {
		program["identifier"] = "git:" + m.Code.Commit
	}
	var needs []ref
	for _, name := range slices.Sorted(maps.Keys(m.Code.Parts)) {
		add(&needs, entity{"@id": "#part-" + id(name), "@type": "SoftwareApplication", "name": name, "softwareVersion": m.Code.Parts[name]})
	}
	if len(needs) > 0 {
		program["softwareRequirements"] = needs
	}
	add(nil, program)
	instrument := ref{"#formicary"}
	for _, s := range m.Studies {
		for _, p := range s.Plans {
			results := []string{p.Folder + "/sealed.columns", p.Tables + "/runs.parquet"}
			if trace := p.Tables + "/trace.parquet"; sizes[trace] > 0 { // some runs have none
				results = append(results, trace)
			}
			e := entity{
				"@id": "#runs-" + s.Name + "/" + path.Base(p.Folder), "@type": "CreateAction", "name": fmt.Sprintf("%d of %d runs of the plan “%s”", p.Made, p.Planned, p.Name),
				"description": "Runs of the study " + s.Name + ", " + p.Provenance.String(), "instrument": instrument, "actionStatus": ref{"http://schema.org/CompletedActionStatus"},
				"object": refs(p.Folder + "/plan.json"), "result": refs(results...),
			}
			if p.Provenance.First != "" {
				e["startTime"], e["endTime"] = p.Provenance.First, p.Provenance.Last
			}
			add(&actions, e)
		}
	}
	for _, n := range m.Notebooks {
		objects := []string{n.File}
		for _, s := range m.Studies {
			for _, p := range s.Plans {
				if slices.Contains(n.Studies, s.Name) {
					objects = append(objects, p.Folder+"/sealed.columns")
				}
			}
		}
		add(&actions, entity{
			"@id": "#execute-" + id(n.Name), "@type": "CreateAction", "name": "Execution of the notebook " + n.Name + ", " + n.Mode + " mode",
			"description": cmp.Or(n.Answer, n.Title, n.Name), "instrument": instrument, "actionStatus": ref{"http://schema.org/CompletedActionStatus"},
			"object": refs(objects...), "result": refs(n.Page), "startTime": n.Started.UTC().Format(time.RFC3339), "endTime": n.Finished.UTC().Format(time.RFC3339),
		})
	}
	root := entity{
		"@id": "./", "@type": "Dataset", "name": about.Name, "description": about.Description, "datePublished": m.Made.UTC().Format(time.RFC3339),
		"license": ref{about.Licence}, "conformsTo": ref{processRun}, "hasPart": parts, "mentions": actions, "author": authors,
	}
	head := []entity{
		{"@id": CrateFile, "@type": "CreativeWork", "conformsTo": ref{roCrate}, "about": ref{"./"}},
		root,
		{"@id": processRun, "@type": "CreativeWork", "name": "Process Run Crate", "version": "0.5"},
		{"@id": about.Licence, "@type": "CreativeWork", "name": path.Base(about.Licence), "description": "The licence of code and notebooks; puzzles and records are CC0."},
	}
	return marshal(map[string]any{"@context": roCrate + "/context", "@graph": append(head, graph...)})
}

// id is what a path is known by: its characters that no address can have are escaped.
func id(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// refs are the files of some paths.
func refs(paths ...string) []ref {
	return lists.Map(paths, func(p string) ref { return ref{id(p)} })
}

// describe says what files are.
func describe(m Manifest) map[string]string {
	out := map[string]string{ManifestFile: "What the bundle has, when it was packed, and by which code"}
	for _, n := range m.Notebooks {
		out[n.File], out[n.Page] = "Notebook: "+cmp.Or(n.Title, n.Name), "Executed notebook: "+cmp.Or(n.Title, n.Name)
	}
	for _, s := range m.Studies {
		out[Records+"/"+s.Name+"/study.json"] = "The study " + s.Name
		for _, p := range s.Plans {
			out[p.Folder+"/plan.json"] = "Plan: " + p.Name
			out[p.Folder+"/sealed.columns"] = "Records: " + p.Name
			out[p.Tables+"/runs.parquet"] = "Table of the runs: " + p.Name
			out[p.Tables+"/trace.parquet"] = "Table of the improvements of the runs: " + p.Name
		}
	}
	return out
}

// encoding is the media type of a file, "" where it has none.
func encoding(name string) string {
	return map[string]string{
		".json": "application/json", ".jsonl": "application/jsonl", ".ipynb": "application/x-ipynb+json", ".html": "text/html", ".parquet": "application/vnd.apache.parquet",
		".columns": "application/octet-stream", ".txt": "text/plain", ".md": "text/markdown", ".mod": "text/plain", ".sum": "text/plain", ".lock": "text/plain", ".cff": "application/yaml",
	}[path.Ext(name)]
}
