// Tells who called, as its sidecar verified it.
import { createServer } from 'node:http';

createServer((request, response) => {
  const certificate = request.headers['x-forwarded-client-cert'] ?? '';
  const caller = /URI=([^;,]+)/.exec(certificate)?.[1] ?? null;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ caller }));
}).listen(8080, '127.0.0.1');
process.on('SIGTERM', () => process.exit());
