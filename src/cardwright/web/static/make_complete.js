// What an editor offers while one types: keys and values of the JSON Schema of a file, names of cards, keywords.

const KEY = /^(?:"([^"]*)"|'([^']*)'|([^\s#{}[\],"'&*!|>%@`-][^#{}[\],]*?))\s*:(?:\s|$)/;

function keyOf(text) {
  const found = KEY.exec(text);
  return found ? (found[1] ?? found[2] ?? found[3]) : null;
}

function parts(line) {
  // The columns of a line's dashes, and what comes behind them.
  const dashes = [];
  let column = /^ */.exec(line)[0].length;
  while (line.startsWith("- ", column)) {
    dashes.push(column);
    column += /^- +/.exec(line.slice(column))[0].length;
  }
  return { dashes, column, text: line.slice(column) };
}

function above(lines, row, column, isItem) {
  // The keys that lead to a place, from its indentation; 0 stands for any entry of a list.
  const path = [];
  for (let number = row - 1; number >= 0 && (column > 0 || isItem); number--) {
    const { dashes, column: at, text } = parts(lines[number]);
    if (!text.trim() || text.startsWith("#")) continue;
    const key = keyOf(text);
    if (key !== null && (at < column || (isItem && at === column))) {
      path.unshift(key);
      [column, isItem] = [at, false];
    } else if (isItem || at > column || !dashes.length) continue;
    for (const dash of [...dashes].reverse()) {
      if (dash >= column) continue;
      path.unshift(0);
      [column, isItem] = [dash, true];
    }
  }
  return path;
}

function inFlow(text) {
  // The keys that lead into braces on the line itself, and what is typed there.
  const path = [];
  const open = [];
  let start = 0;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quote) quote = letter === quote ? "" : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === "{" || letter === "[") {
      const key = keyOf(`${text.slice(start, at).trim()} `);
      open.push({ steps: (key === null ? 0 : 1) + (letter === "[" ? 1 : 0) });
      if (key !== null) path.push(key);
      if (letter === "[") path.push(0);
      start = at + 1;
    } else if (letter === "}" || letter === "]") {
      const closed = open.pop();
      if (closed) path.length -= closed.steps;
      start = at + 1;
    } else if (letter === "," && open.length) start = at + 1;
  }
  return { path, typed: text.slice(start).trimStart() };
}

export function placeIn(before) {
  // Where the text ends: the path to the mapping there, the key whose value is typed, or null, and what is typed.
  const lines = before.split("\n");
  const row = lines.length - 1;
  const { dashes, column, text } = parts(lines[row]);
  const path = [];
  let [at, isItem] = [column, false];
  for (const dash of [...dashes].reverse()) {
    path.unshift(0);
    [at, isItem] = [dash, true];
  }
  path.unshift(...above(lines, row, at, isItem));
  const flow = inFlow(text);
  const key = keyOf(`${flow.typed} `) ?? keyOf(flow.typed);
  const typed = key === null ? flow.typed : flow.typed.slice(flow.typed.indexOf(":") + 1).trimStart();
  return { path: [...path, ...flow.path], key, typed };
}

function alternatives(schema, definitions) {
  const found = [];
  const known = new Set();
  const waiting = [schema];
  while (waiting.length) {
    const each = waiting.pop();
    if (!each || typeof each !== "object") continue;
    const name = each.$ref?.split("/").pop();
    if (name && !known.has(name)) {
      known.add(name);
      waiting.push(definitions[name]);
    }
    const members = ["anyOf", "oneOf", "allOf"].flatMap((union) => each[union] || []);
    waiting.push(...members);
    if (!name) found.push(each);
  }
  return found;
}

function inside(schema, step) {
  if (step === 0) return [schema.items, ...(schema.prefixItems || [])];
  if (schema.properties && step in schema.properties) return [schema.properties[step]];
  return [schema.additionalProperties, ...Object.values(schema.patternProperties || {})];
}

export function schemasAt(schema, path) {
  const definitions = schema.$defs || {};
  let here = alternatives(schema, definitions);
  for (const step of path) here = here.flatMap((each) => inside(each, step)).flatMap((each) => alternatives(each, definitions));
  return here;
}

const firstLine = (text) => (text || "").split("\n")[0];

function keysAt(schemas) {
  const found = new Map();
  for (const each of schemas)
    for (const [key, inner] of Object.entries(each.properties || {})) {
      const info = firstLine(inner.description);
      if (!found.has(key)) found.set(key, { label: key, type: "property", apply: `${key}: `, ...(info ? { info } : {}) });
    }
  return [...found.values()];
}

function valuesAt(schemas) {
  const found = new Map();
  for (const each of schemas) {
    const values = [...(each.enum || []), ...(each.const === undefined ? [] : [each.const]), ...(each.examples || [])];
    if (each.type === "boolean") values.push(true, false);
    for (const value of values) if (value !== null && typeof value !== "object") found.set(String(value), { label: String(value), type: "enum" });
  }
  return [...found.values()];
}

export function dataSource(words, ownNames) {
  // Completes YAML; `ownNames` returns the names that the file itself defines.
  return (context) => {
    const { path, key, typed } = placeIn(context.state.sliceDoc(0, context.pos));
    if (!words.schema || (!typed && !context.explicit && key === null)) return null;
    const names = () => [...new Set([...ownNames(), ...words.names])].map((label) => ({ label, type: "class" }));
    if (key === null) {
      const schemas = schemasAt(words.schema, path);
      const keys = keysAt(schemas);
      const open = schemas.some((each) => each.additionalProperties && typeof each.additionalProperties === "object");
      const more = open && typed ? names().map((each) => ({ ...each, apply: `${each.label}: ` })) : [];
      return { from: context.pos - typed.length, options: [...keys, ...more], validFor: /^[\w ]*$/ };
    }
    const word = /[\p{L}_][\p{L}\w' ]*$/u.exec(typed)?.[0] ?? "";
    const values = valuesAt(schemasAt(words.schema, [...path, key]));
    return { from: context.pos - word.length, options: [...values, ...(word ? names() : [])], validFor: /^[\w' ]*$/ };
  };
}

export function keywordSource(words) {
  return (context) => {
    const word = context.matchBefore(/[a-z_]+/);
    if (!word && !context.explicit) return null;
    return { from: word ? word.from : context.pos, options: words.keywords.map((label) => ({ label, type: "keyword" })), validFor: /^[a-z_]*$/ };
  };
}
