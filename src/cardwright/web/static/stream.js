// Answers that arrive line by line.
import { Refused, reach } from "./ui.js";

// Yields the JSON object of each line; a line with an error, or a refusal, is thrown.
export async function* linesOf(path, { body, signal } = {}) {
  const asked = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await reach(path, { ...asked, signal });
  if (!response.ok) {
    const answer = await response.json().catch(() => null);
    throw new Refused(answer?.error || `the server answered ${response.status}`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        const found = JSON.parse(line);
        if (found.error) throw new Refused(found.error);
        yield found;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
