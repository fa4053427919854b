/**
 * Runs on a node: asks a URL 50 times a second, each time on a new connection, until its standard
 * input ends; then prints what came of it as JSON.
 *
 * usage: load.ts URL
 */
import { get } from 'node:http';

const url = String(process.argv[2]);
const under = new Set<Promise<void>>();
const failures: string[] = [];
let requests = 0;

const timer = setInterval(() => {
  const asked = ask();
  under.add(asked);
  void asked.finally(() => under.delete(asked));
}, 20);
process.stdout.write('started\n');
process.stdin.resume().on('end', () => void report());

async function ask(): Promise<void> {
  requests++;
  const at = new Date().toISOString();
  await new Promise<void>((resolve) => {
    const fail = (reason: string) => {
      failures.push(`${at} ${reason}`);
      resolve();
    };
    const asked = get(url, { agent: false, timeout: 10_000 }, (response) => {
      let body = '';
      response.on('data', (part: Buffer) => (body += part.toString()));
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else fail(`${String(response.statusCode)} ${body}`);
      });
    });
    asked.on('timeout', () => asked.destroy(new Error('timeout')));
    asked.on('error', (error) => fail(error.message));
  });
}

async function report(): Promise<void> {
  clearInterval(timer);
  await Promise.all(under);
  const summary = { requests, failed: failures.length, failures: failures.slice(0, 5) };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  process.exit();
}
