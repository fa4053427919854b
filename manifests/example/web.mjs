// Calls orders through its sidecar at each request, and tells what came back.
import { createServer } from 'node:http';

createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json');
  try {
    const answer = await fetch('http://127.0.0.1:9001/', { signal: AbortSignal.timeout(5000) });
    const body = await answer.text();
    const server = answer.headers.get('x-verified-peer');
    response.statusCode = answer.status;
    response.end(
      answer.ok ? JSON.stringify({ server, ...JSON.parse(body) }) : JSON.stringify({ error: body }),
    );
  } catch (error) {
    response.statusCode = 502;
    response.end(JSON.stringify({ error: String(error) }));
  }
}).listen(8080);
process.on('SIGTERM', () => process.exit());
