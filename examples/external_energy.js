// The system of external_energy.py for node: messages are lines, samples follow them (see docs/external.md).
// turnscope run "cmd: node examples/external_energy.js" --corpus mini
let waiting = Buffer.alloc(0), threshold = 1e-4, wasActive = null;

function answered(message, bytes) {
  if (message.type === "hello") {
    threshold = message.parameters.threshold ?? threshold;
    return { turnscope: 1, name: "external_energy", version: "1", chunk_s: 0.02, tasks: ["eot", "int"], parameters: { threshold } };
  }
  if (message.type === "open") { wasActive = null; return { ready: true }; }
  if (message.type === "close") return { done: true };
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) { const x = bytes.readFloatLE(at); sum += x * x; }
  const isActive = sum / message.samples > threshold, before = wasActive;
  wasActive = isActive;
  return before === null || before === isActive ? {} : { commits: [isActive ? "int" : "eot"] };
}

process.stdin.on("data", (piece) => {
  waiting = Buffer.concat([waiting, piece]);
  for (let end; (end = waiting.indexOf(10)) >= 0; ) {
    const message = JSON.parse(waiting.subarray(0, end)), stop = end + 1 + 4 * (message.samples ?? 0);
    if (waiting.length < stop) return;
    process.stdout.write(JSON.stringify(answered(message, waiting.subarray(end + 1, stop))) + "\n");
    waiting = waiting.subarray(stop);
  }
});
