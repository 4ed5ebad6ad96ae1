// The editor of the page Make: CodeMirror in a shadow root, where it needs no inline styles.
import {
  autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap, Compartment, completionKeymap, defaultKeymap, drawSelection, EditorState,
  EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, highlightSpecialChars, HighlightStyle, history,
  historyKeymap, indentOnInput, indentUnit, indentWithTab, keymap, lineNumbers, lintGutter, lintKeymap, searchKeymap, setDiagnostics,
  StreamLanguage, syntaxHighlighting, tags, yaml,
} from "./vendor/codemirror.js";

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--sheet)", fontSize: "14px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "10px 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--dim)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 10px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--ink) 5%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "color-mix(in srgb, var(--felt) 32%, transparent)" },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--gold) 24%, transparent)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--gold) 34%, transparent)" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px", boxShadow: "var(--shadow)" },
  ".cm-tooltip": { fontFamily: "var(--sans)", maxWidth: "min(460px, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "13px", maxHeight: "14em" },
  ".cm-tooltip-autocomplete ul li": { padding: "3px 10px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--ink)", color: "var(--paper)" },
  ".cm-completionInfo": { padding: "6px 10px", fontSize: "13px" },
  ".cm-completionIcon": { display: "none" },
  ".cm-diagnostic": { padding: "6px 10px", fontSize: "13px" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--gold)" },
  ".cm-panel input, .cm-panel button": { color: "var(--ink)", background: "var(--sheet)" },
});

const inks = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--felt)" },
  { tag: [tags.keyword], color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue, tags.number, tags.bool], color: "color-mix(in srgb, var(--gold) 70%, var(--ink))" },
  { tag: [tags.comment, tags.lineComment], color: "var(--dim)", fontStyle: "italic" },
  { tag: [tags.variableName], color: "var(--felt)" },
]);

const described = (keywords) =>
  StreamLanguage.define({
    name: "cgdl",
    token(stream) {
      if (stream.eatSpace()) return null;
      if (stream.match(/#.*/)) return "comment";
      if (stream.match(/"[^"\n]*"?/)) return "string";
      if (stream.match(/-?\d+\b/)) return "number";
      if (stream.match(/[HSTK][XALR0-9][01]?\b/)) return "variableName";
      const word = stream.match(/[A-Za-z_]+/);
      if (word) return keywords.has(word[0]) ? "keyword" : null;
      stream.next();
      return null;
    },
    languageData: { commentTokens: { line: "#" } },
  });

function replaceTyped(event, view) {
  // Where typing replaces a selection, Chromium styles the new text inline, which the security policy forbids.
  const { main } = view.state.selection;
  if (event.inputType !== "insertText" || !event.data || main.empty || view.composing) return false;
  event.preventDefault();
  const insert = () => view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  const handled = view.state.facet(EditorView.inputHandler).some((handler) => handler(view, main.from, main.to, event.data, insert));
  if (!handled) view.dispatch(insert());
  return true;
}

function openBlock(view) {
  // Enter behind a key without a value begins an indented line.
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.from);
  const found = /^( *)((?:- +)*)[^#]*:\s*$/.exec(line.text);
  if (!main.empty || main.from !== line.to || !found) return false;
  view.dispatch(view.state.replaceSelection(`\n${" ".repeat(found[1].length + found[2].length + 2)}`), { userEvent: "input", scrollIntoView: true });
  return true;
}

export function editorIn(host, { changed, save, label }) {
  const root = host.attachShadow({ mode: "open" });
  const language = new Compartment();
  const completion = new Compartment();
  const extensions = [
    lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
    highlightActiveLine(), EditorView.lineWrapping, highlightSelectionMatches(), lintGutter(), syntaxHighlighting(inks), look, indentUnit.of("  "), EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
    keymap.of([{ key: "Mod-s", preventDefault: true, run: () => (save(), true) }, ...completionKeymap, { key: "Enter", run: openBlock }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
    EditorView.domEventHandlers({ beforeinput: replaceTyped }),
    EditorView.updateListener.of((update) => update.docChanged && changed()),
    language.of([]), completion.of([]),
  ];
  const view = new EditorView({ root, parent: root });

  const rangeOf = (line, column) => {
    const found = view.state.doc.line(Math.max(1, Math.min(line || 1, view.state.doc.lines)));
    const indent = /^\s*/.exec(found.text)[0].length;
    return { from: Math.min(found.to, found.from + (column ? column - 1 : indent)), to: found.to };
  };
  return {
    view,
    text: () => view.state.doc.toString(),
    open(text) {
      view.setState(EditorState.create({ doc: text, extensions }));
    },
    speak(kind, words, source) {
      // Sets the language of the file, and what is completed in it.
      const chosen = kind === "cgdl" ? described(new Set(words.keywords)) : kind === "text" ? [] : yaml();
      view.dispatch({ effects: [language.reconfigure(chosen), completion.reconfigure(autocompletion({ override: [source], icons: false, defaultKeymap: false }))] });
    },
    mark(problems) {
      const diagnostics = problems.map((each) => ({ ...rangeOf(each.line, each.column), severity: each.grade, message: each.text }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo(line, column) {
      const { from } = rangeOf(line, column);
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },
  };
}
