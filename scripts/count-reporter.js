// A node:test reporter that writes one JSON line of counts, so that several runs can be summed into
// the one closing line of .ci/run.
/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* countReporter(events) {
  for await (const { type, data } of events) {
    // The summary without a file is the one of the whole run.
    if (type === 'test:summary' && data.file === undefined) {
      const { passed, failed, skipped, cancelled, todo } = data.counts;
      yield `${JSON.stringify({ passed, failed: failed + cancelled, skipped: skipped + todo })}\n`;
    }
  }
}
