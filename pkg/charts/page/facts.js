// What marks of charts stand for: the puzzles, engines and runs that the outputs of a
// page bring along (see Marks in page.go), looked up in all of them together; and the
// command that makes a run again.
(function () {
  "use strict";
  const ours = window.formicary;
  if (ours.facts) return;

  const brought = ours.kin(); // by the outputs: {puzzles, engines, runs, left}, see add
  const others = ours.kin(); // what else knows puzzles and runs, such as an explorer: {puzzle, runs} by content, {engine} by hash
  let reading = Promise.resolve(), wrong = "";

  // gather reads what the page has got since the last time. The promise is of when all
  // is read.
  function gather() {
    ours.boxes("marks").forEach(box => {
      const packed = box.querySelector(".formicary-runs"), facts = box.querySelector(".formicary-facts");
      if (!packed || !facts || box.hasAttribute("data-seen")) return;
      box.setAttribute("data-seen", "");
      reading = Promise.all([ours.columns(packed), reading]).then(read => add(box, JSON.parse(facts.textContent), read[0])).catch(error => { wrong = error.message; });
    });
    return reading;
  }

  // add keeps what an output brings along: puzzles by content ({id, kind, size, set, text}), engines by the hash of their
  // parameters ({label, engine, parameters, custom}), and the places of runs in its columns by content.
  function add(box, facts, set) {
    const of = set.column("puzzle"), runs = new Map();
    for (let at = 0; at < set.length; at++) {
      const content = set.puzzles[of[at]].content;
      if (!runs.has(content)) runs.set(content, []);
      runs.get(content).push({ set: set, at: at });
    }
    brought.add(box, { puzzles: facts.puzzles, engines: facts.engines, runs: runs, left: { runs: facts.runsLeftOut || 0, texts: facts.textsLeftOut || 0 } });
  }

  const own = (all, name) => Object.hasOwn(all, name) ? all[name] : undefined;

  // puzzle is what is known of a puzzle, with its text where anybody has it.
  function puzzle(content) {
    const all = brought.all().map(b => own(b.puzzles, content)).concat(others.all().map(other => other.puzzle(content))).filter(Boolean);
    return all.find(p => p.text) || all[0];
  }

  function engine(hash) {
    const all = brought.all().map(b => own(b.engines, hash)).filter(Boolean), e = all.find(e => !e.custom);
    return e || others.all().map(other => other.engine(hash)).find(Boolean) || all[0];
  }

  // of is the runs on a puzzle, by label and number, each with its label.
  function of(content) {
    const all = brought.all().flatMap(b => b.runs.get(content) || []).concat(others.all().flatMap(other => other.runs(content))).map(place => {
      const r = place.set.record(place.at), e = engine(r.parameters);
      r.label = e ? e.label : place.label || r.variant || r.engine;
      return r;
    });
    const names = new Intl.Collator("en", { numeric: true }), once = new Map();
    all.forEach(r => { // several outputs may have the same one
      const key = [r.parameters, r.run, r.seed, JSON.stringify(r.budget)].join(" "), old = once.get(key);
      if (!old || !old.board && r.board) once.set(key, r);
    });
    return Array.from(once.values()).sort((a, b) => names.compare(a.label, b.label) || a.run - b.run);
  }

  // left counts what outputs could not bring along.
  function left(what) { return brought.all().reduce((sum, b) => sum + b.left[what], 0); }

  // --- making a run again ------------------------------------------------------

  const decided = ["solved", "unique", "multiple", "unsolvable"];

  // limits are those with which a run comes out as it did: its own; or in place of a
  // limit of time the rounds that it made, and one more where it ended in a round that
  // is not counted. null where it ended before its first round.
  function limits(r) {
    const b = r.budget || {}, out = { iterations: b.iterations || 0, evaluations: b.evaluations || 0 };
    if (!b.wall && !b.cpu) return out;
    if (decided.includes(r.status)) out.iterations = r.iterations + 1;
    else if (r.iterations > 0) return { iterations: r.iterations, evaluations: 0 };
    else if (r.evaluations > 0) return { iterations: 0, evaluations: r.evaluations };
    else return null;
    return out;
  }

  // word is a word of a command line, in quotes where the shell would read something
  // else.
  function word(text) {
    text = String(text);
    return /^[A-Za-z0-9_@%+=:,.\/-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
  }

  // repeat is the command that makes a run again, {line}, or the reason why there is
  // none, {why}.
  function repeat(r, e, p) {
    if (!e) return { why: "The page does not know the parameters of the engine." };
    if (e.custom) return { why: "The run used rules that a notebook defines: run its cell to make it again." };
    const most = limits(r);
    if (!most) return { why: "Time ended the run before its first iteration: there is nothing to repeat." };
    const words = ["formicary", "solve", "--engine", e.engine];
    (e.parameters || []).forEach(parameter => words.push("--param", parameter.name + "=" + parameter.value));
    words.push("--run-seed", r.seed);
    if (most.iterations) words.push("--iterations", most.iterations);
    if (most.evaluations) words.push("--evaluations", most.evaluations);
    if (!most.iterations && !most.evaluations) words.push("--time", "0");
    if (p && p.set) return { line: words.concat("--only", r.content, "--", p.set).map(word).join(" ") };
    if (!p || !p.text) return { why: "The page does not have the puzzle. With its set in FILE: " + words.concat("--only", r.content, "FILE").map(word).join(" ") };
    let end = "END";
    while (p.text.includes(end)) end += "D";
    return { line: words.concat("-").map(word).join(" ") + " <<'" + end + "'\n" + p.text.replace(/\n$/, "") + "\n" + end };
  }

  ours.facts = {
    gather: gather, runs: of, repeat: repeat, limits: limits, left: left,
    puzzle: puzzle, engine: engine, also: others.add, wrong: () => wrong
  };
})();
