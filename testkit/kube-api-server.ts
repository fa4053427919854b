import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { applyFault, bodyOf, close, listen, type Fault } from './kube-http.ts';
import type { KubeCertificate } from './kube-pki.ts';

/** A token and what a review of it says. */
export interface FakeToken {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly audiences: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  /** In place of everything else, such as `invalid bearer token`. */
  readonly error?: string;
}

interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

type KubeObject = { metadata: { uid?: string; resourceVersion?: string } } & Record<
  string,
  unknown
>;

/**
 * The API server that attestation talks to: TokenReview, pods, nodes, namespaces and a watch of pods,
 * with the answers that a real one gives (testkit/vectors/kubernetes), or what `faults` says.
 */
export class FakeKubeApi {
  readonly tokens = new Map<string, FakeToken>();
  /** By path below /api/v1, such as `namespaces/spire/pods/agent` or `nodes/n1`. */
  readonly objects = new Map<string, KubeObject>();
  readonly faults: Fault[] = [];
  /** What happens while a request waits for its answer, by its path. */
  meanwhile: ((path: string) => unknown) | undefined;
  /** The audience of tokens that are reviewed without any. */
  ownAudience = 'https://kubernetes.default.svc';
  /** Undefined: everybody is served. */
  bearerToken: string | undefined;
  /** An authenticator that ignores audiences: what every review says was validated. */
  audiencesOverride: readonly string[] | undefined;
  readonly requests: ApiRequest[] = [];
  readonly #watchers = new Set<ServerResponse>();
  port = 0;
  #version = 1;
  readonly #server: Server;

  private constructor({ certPem, keyPem }: KubeCertificate) {
    this.#server = createServer({ cert: certPem, key: keyPem }, (request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(certificate: KubeCertificate): Promise<FakeKubeApi> {
    const api = new FakeKubeApi(certificate);
    await api.resume();
    return api;
  }

  /** Listens again, on the same port. */
  async resume(): Promise<void> {
    this.port = await listen(this.#server, this.port);
  }

  async stop(): Promise<void> {
    this.#watchers.clear();
    await close(this.#server);
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /** Stores a pod and tells those who watch. */
  putPod(pod: KubeObject, type: 'ADDED' | 'MODIFIED' = 'ADDED'): void {
    pod.metadata.resourceVersion = String(++this.#version);
    this.objects.set(podPath(pod), pod);
    this.sendEvent({ type, object: pod });
  }

  deletePod(pod: KubeObject): void {
    this.objects.delete(podPath(pod));
    this.sendEvent({ type: 'DELETED', object: pod });
  }

  sendEvent(event: unknown): void {
    for (const watcher of this.#watchers) watcher.write(`${JSON.stringify(event)}\n`);
  }

  endWatches(): void {
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const { authorization } = request.headers;
    const body = await bodyOf(request);
    this.requests.push({ method: request.method ?? '', path, authorization, body });
    await this.meanwhile?.(path);
    const fault = this.faults.shift();
    if (fault !== undefined) {
      applyFault(fault, request, response);
      return;
    }
    if (this.bearerToken !== undefined && authorization !== `Bearer ${this.bearerToken}`) {
      answer(response, 401, status(401, 'Unauthorized', 'Unauthorized'));
    } else if (path === '/apis/authentication.k8s.io/v1/tokenreviews') {
      answer(response, 201, this.#review(JSON.parse(body) as Review));
    } else if (path.startsWith('/api/v1/pods?')) {
      this.#pods(path, response);
    } else this.#get(path, response);
  }

  #get(path: string, response: ServerResponse): void {
    const key = decodeURIComponent(path.replace('/api/v1/', ''));
    const found = this.objects.get(key);
    const [kind, name] = key.split('/').slice(-2);
    const text = `${String(kind)} "${String(name)}" not found`;
    answer(response, found === undefined ? 404 : 200, found ?? status(404, text, 'NotFound'));
  }

  #pods(path: string, response: ServerResponse): void {
    const query = new URL(path, 'https://localhost').searchParams;
    if (query.get('watch') === 'true') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      this.#watchers.add(response);
      response.once('close', () => this.#watchers.delete(response));
      return;
    }
    const items = [...this.objects].filter(([key]) => key.includes('/pods/')).map(([, pod]) => pod);
    const metadata = { resourceVersion: String(this.#version) };
    answer(response, 200, { kind: 'PodList', apiVersion: 'v1', metadata, items });
  }

  #review({ spec: { token, ...spec } }: Review): unknown {
    const head = { kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1', spec };
    const known = this.tokens.get(token);
    const targets = spec.audiences ?? [this.ownAudience];
    if (known === undefined)
      return { ...head, status: { user: {}, error: 'invalid bearer token' } };
    if (known.error !== undefined) return { ...head, status: { user: {}, error: known.error } };
    const validated =
      this.audiencesOverride ?? targets.filter((audience) => known.audiences.includes(audience));
    if (validated.length === 0 && this.audiencesOverride === undefined) {
      const error = `[invalid bearer token, token audiences ${JSON.stringify(known.audiences)} is invalid for the target audiences ${JSON.stringify(targets)}]`;
      return { ...head, status: { user: {}, error } };
    }
    const { username, uid, groups, extra } = known;
    const user = { username, uid, groups, extra };
    return { ...head, status: { authenticated: true, user, audiences: validated } };
  }
}

interface Review {
  readonly spec: { readonly token: string; readonly audiences?: readonly string[] };
}

function podPath(pod: KubeObject): string {
  const { namespace, name } = pod.metadata as { namespace?: string; name?: string };
  return `namespaces/${String(namespace)}/pods/${String(name)}`;
}

function status(code: number, message: string, reason: string) {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code,
  };
}

function answer(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  // A real one indents for some clients.
  response.end(JSON.stringify(body, null, 2));
}
