// The app of both services; it knows nothing of TLS. APP=backend tells who called, as its sidecar verified it.
// APP=frontend asks the backend through its own sidecar and tells both identities.
import { createServer } from 'node:http';

const backendUrl = 'http://127.0.0.1:9001/';

async function backend(request) {
  const header = request.headers['x-forwarded-client-cert'] ?? '';
  return [200, { caller: /(?:^|;)URI=([^;,]+)/.exec(header)?.[1] ?? null }];
}

async function frontend() {
  const response = await fetch(backendUrl, { signal: AbortSignal.timeout(5000) });
  if (!response.ok) return [502, { error: (await response.text()).trim() }];
  const { caller } = await response.json();
  return [200, { frontend: caller, backend: response.headers.get('x-peer-spiffe-id') }];
}

/** For the health check: the app lives, and its sidecar has what it needs to serve. */
async function ready() {
  const response = await fetch('http://127.0.0.1:9901/ready', {
    signal: AbortSignal.timeout(2000),
  });
  return [response.status, { sidecar: (await response.text()).trim() }];
}

const answer = { backend, frontend }[process.env.APP];
const server = createServer(async (request, response) => {
  let result;
  try {
    result = await (request.url === '/ready' ? ready() : answer(request));
  } catch (error) {
    result = [502, { error: String(error.cause?.message ?? error.message) }];
  }
  response.writeHead(result[0], { 'content-type': 'application/json' });
  response.end(`${JSON.stringify(result[1])}\n`);
});
// The sidecar keeps its connections; ending them from here would race with its requests.
server.keepAliveTimeout = 0;
server.listen(8080);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
