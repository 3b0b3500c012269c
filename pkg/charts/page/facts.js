// What marks of charts stand for: the puzzles, engines and runs that the outputs of a
// page bring along (see Marks in page.go), looked up in all of them together; and the
// command that makes a run again.
(function () {
  "use strict";
  const ours = window.formicary;
  if (ours.facts) return;

  const puzzles = new Map(); // by content: {id, kind, size, set, text}
  const engines = new Map(); // by the hash of the parameters: {label, engine, parameters, custom}
  const runs = new Map(); // by content: places in sets of columns
  const seen = new Set(); // the ids of what was read
  const known = new Set(); // runs, so that none is there twice
  const others = []; // what else knows puzzles and runs, such as an explorer: {puzzle, runs} by content, {engine} by hash
  const left = { runs: 0, texts: 0 };
  let reading = Promise.resolve(), wrong = "";

  // gather reads what the page has got since the last time. The promise is of when all
  // is read.
  function gather() {
    ours.boxes("marks").forEach(box => {
      const packed = box.querySelector(".formicary-runs"), facts = box.querySelector(".formicary-facts");
      if (!packed || !facts || seen.has(packed.id)) return;
      seen.add(packed.id);
      reading = Promise.all([ours.columns(packed), reading]).then(read => add(JSON.parse(facts.textContent), read[0])).catch(error => { wrong = error.message; });
    });
    return reading;
  }

  function add(facts, set) {
    for (const content of Object.keys(facts.puzzles)) {
      const old = puzzles.get(content), p = facts.puzzles[content];
      if (!old || !old.text && p.text) puzzles.set(content, p);
    }
    for (const hash of Object.keys(facts.engines)) {
      const old = engines.get(hash);
      if (!old || old.custom) engines.set(hash, facts.engines[hash]);
    }
    left.runs += facts.runsLeftOut || 0;
    left.texts += facts.textsLeftOut || 0;
    const of = set.column("puzzle"), configuration = set.column("configuration"), run = set.column("run");
    for (let at = 0; at < set.length; at++) {
      const content = set.puzzles[of[at]].content, c = set.configurations[configuration[at]];
      const key = [content, c.parameters, run[at], set.seed(at), JSON.stringify(c.budget)].join(" ");
      if (known.has(key)) continue;
      known.add(key);
      if (!runs.has(content)) runs.set(content, []);
      runs.get(content).push({ set: set, at: at });
    }
  }

  // puzzle is what is known of a puzzle, with its text where anybody has it.
  function puzzle(content) {
    const all = [puzzles.get(content)].concat(others.map(other => other.puzzle(content))).filter(Boolean);
    return all.find(p => p.text) || all[0];
  }

  function engine(hash) {
    const e = engines.get(hash);
    return e && !e.custom ? e : others.map(other => other.engine(hash)).find(Boolean) || e;
  }

  // of is the runs on a puzzle, by label and number, each with its label.
  function of(content) {
    const more = others.flatMap(other => other.runs(content));
    const all = (runs.get(content) || []).concat(more).map(place => {
      const r = place.set.record(place.at), e = engine(r.parameters);
      r.label = e ? e.label : place.label || r.variant || r.engine;
      return r;
    });
    const names = new Intl.Collator("en", { numeric: true }), once = new Map();
    all.forEach(r => { // a chart and an explorer may have the same one
      const key = [r.parameters, r.run, r.seed, JSON.stringify(r.budget)].join(" "), old = once.get(key);
      if (!old || !old.board && r.board) once.set(key, r);
    });
    return Array.from(once.values()).sort((a, b) => names.compare(a.label, b.label) || a.run - b.run);
  }

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
    puzzle: puzzle, engine: engine, also: other => others.push(other), wrong: () => wrong
  };
})();
