import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer, type Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { applyFault, close, listen, type Fault } from './kube-http.ts';
import type { KubeCertificate } from './kube-pki.ts';

interface KubeletRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly clientName: string | undefined;
}

/**
 * A kubelet that answers `/pods` as the real one does (its refusals are plain text), or does what
 * `faults` says, one per request.
 */
export class FakeKubelet {
  /** Items of the list, sent as they are. */
  pods: unknown[] = [];
  readonly faults: Fault[] = [];
  /** Undefined: everybody is served. */
  token: string | undefined;
  /** A client certificate with this name is as good as the token. */
  clientName: string | undefined;
  readonly requests: KubeletRequest[] = [];
  /** How many requests were under way at once, at most. */
  mostInFlight = 0;
  #inFlight = 0;
  port = 0;
  readonly #server: Server | ReturnType<typeof createHttpServer>;
  #text: { readonly pods: unknown[]; readonly body: string } | undefined;

  private constructor(tls: { server: KubeCertificate; clientCaPem?: string } | undefined) {
    const serve = (request: IncomingMessage, response: ServerResponse) =>
      this.#serve(request, response);
    this.#server =
      tls === undefined
        ? createHttpServer(serve)
        : createHttpsServer(
            {
              cert: tls.server.certPem,
              key: tls.server.keyPem,
              requestCert: true,
              rejectUnauthorized: false,
              ...(tls.clientCaPem !== undefined && { ca: tls.clientCaPem }),
            },
            serve,
          );
  }

  /** Without TLS it is the read-only port. */
  static async start(tls?: {
    server: KubeCertificate;
    clientCaPem?: string;
  }): Promise<FakeKubelet> {
    const kubelet = new FakeKubelet(tls);
    kubelet.port = await listen(kubelet.#server);
    return kubelet;
  }

  /** New connections see this certificate. */
  replaceCertificate({ certPem, keyPem }: KubeCertificate): void {
    (this.#server as Server).setSecureContext({ cert: certPem, key: keyPem });
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    await close(this.#server);
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    this.mostInFlight = Math.max(this.mostInFlight, ++this.#inFlight);
    response.once('close', () => this.#inFlight--);
    const socket = request.socket as Partial<TLSSocket>;
    const clientName =
      socket.authorized === true ? socket.getPeerCertificate?.().subject.CN : undefined;
    const { authorization } = request.headers;
    const path = request.url ?? '';
    this.requests.push({
      path,
      authorization,
      clientName: typeof clientName === 'string' ? clientName : undefined,
    });
    const fault = this.faults.shift();
    if (fault !== undefined) {
      applyFault(fault, request, response);
    } else if (!this.#isAllowed(authorization, clientName)) {
      applyFault({ status: 401, body: 'Unauthorized' }, request, response);
    } else if (path !== '/pods') {
      const body = `Forbidden (user=system:serviceaccount:spire:spire-agent, verb=get, resource=nodes, subresource(s)=[proxy])\n`;
      applyFault({ status: 403, body }, request, response);
    } else {
      response.writeHead(200, { 'content-type': 'application/json' }).end(this.#list());
    }
  }

  #isAllowed(authorization: string | undefined, clientName: unknown): boolean {
    if (this.token === undefined && this.clientName === undefined) return true;
    const byToken = this.token !== undefined && authorization === `Bearer ${this.token}`;
    return byToken || (this.clientName !== undefined && clientName === this.clientName);
  }

  #list(): string {
    if (this.#text?.pods !== this.pods) {
      const list = { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: this.pods };
      this.#text = { pods: this.pods, body: JSON.stringify(list) };
    }
    return this.#text.body;
  }
}
