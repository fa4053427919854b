import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import type { X509Svid } from '../../../common/spiffe/x509-svid.ts';
import { certificatesToPem, encodePem } from '../../../common/x509/pem.ts';
import type { RunningServer } from '../harness/server.ts';
import type { Workspace } from '../harness/workspace.ts';

/** What a client presents: PEM text. */
export interface Credentials {
  readonly cert: string;
  readonly key: string;
}

export function credentialsOf(svid: X509Svid): Credentials {
  return {
    cert: certificatesToPem(svid.chainDer),
    key: encodePem('PRIVATE KEY', svid.privateKeyDer.reveal()),
  };
}

/** The serial number as Envoy's admin interface spells it. */
export function serialOf(svid: X509Svid): string {
  return BigInt(svid.serialNumber).toString(16);
}

/** An X509-SVID from the server's own CLI, for a client that is no workload. */
export async function mintedCredentials(
  workspace: Workspace,
  server: RunningServer,
  spiffeId: string,
): Promise<Credentials> {
  const folder = workspace.path();
  const { code, stderr } = await server.cli(
    ...['x509', 'mint', '-spiffeID', spiffeId, '-ttl', '10m', '-write', folder],
  );
  if (code !== 0) throw new Error(`x509 mint: ${stderr}`);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { cert: read('svid.pem'), key: read('key.pem') };
}

/** How one connection went: `served` when the Envoy verified us and answered. */
interface Handshake {
  readonly outcome: 'served' | 'refused';
  /** Why it was refused. */
  readonly reason: string;
  /** Of the certificate that the Envoy presented, as its admin interface spells it. */
  readonly serialNumber: string;
}

/** A TLS connection that sends requests until it is closed; the server's certificate is not verified. */
export class TlsClient {
  readonly #socket: TLSSocket;
  #failure: Error | undefined;
  #answered = 0;
  #serialNumber = '';
  #wake: (() => void) | undefined;

  constructor(port: number, credentials?: Credentials) {
    const options = { host: '127.0.0.1', port, rejectUnauthorized: false, ...credentials };
    this.#socket = connect(options);
    this.#socket.on('timeout', () => this.#socket.destroy(new Error('no answer in 10 s')));
    this.#socket.on('secureConnect', () => {
      this.#serialNumber = this.#socket.getPeerCertificate().serialNumber.toLowerCase();
    });
    this.#socket.on('error', (error: Error) => {
      this.#failure = error;
    });
    this.#socket.on('close', () => {
      this.#failure ??= new Error('closed');
      this.#wake?.();
    });
    this.#socket.on('data', (data: Buffer) => {
      this.#answered += data.toString('latin1').split('HTTP/1.1 200').length - 1;
      this.#wake?.();
    });
  }

  /** True when the request was answered with 200 on this very connection. */
  async get(): Promise<boolean> {
    const before = this.#answered;
    this.#socket.setTimeout(10_000);
    this.#socket.write('GET / HTTP/1.1\r\nhost: lab\r\n\r\n');
    while (this.#answered === before && this.#failure === undefined) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      this.#wake = () => resolve(undefined);
      await promise;
    }
    this.#socket.setTimeout(0);
    return this.#answered > before;
  }

  get serialNumber(): string {
    return this.#serialNumber;
  }

  get failure(): string {
    const failure: NodeJS.ErrnoException | undefined = this.#failure;
    return failure?.code ?? failure?.message ?? '';
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Opens a new connection, sends one request and closes. */
export async function shakeHands(port: number, credentials?: Credentials): Promise<Handshake> {
  const client = new TlsClient(port, credentials);
  const served = await client.get();
  const { serialNumber, failure } = client;
  client.close();
  return { outcome: served ? 'served' : 'refused', reason: served ? '' : failure, serialNumber };
}
