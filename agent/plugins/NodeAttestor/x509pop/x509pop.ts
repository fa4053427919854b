import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import type { ErrorCode } from '../../../../common/errors/codes.ts';
import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { Secret } from '../../../../common/secret/secret.ts';
import { parseCertificate } from '../../../../common/x509/certificate.ts';
import { certificatesFromPem } from '../../../../common/x509/pem.ts';
import { answerPopChallenge } from '../../../../common/x509/proof-of-possession.ts';
import type { NodeAttestor } from '../../../attestor/node-attestor.ts';
import { unixPathOf } from '../../../client/workload-api-address.ts';
import { fetchForeignSvid } from '../../../client/workload-api.ts';

const schema = z
  .strictObject({
    private_key_path: z.string().default(''),
    /** Leaf first; intermediates may follow. */
    certificate_path: z.string().default(''),
    intermediates_path: z.string().default(''),
    /** In place of files: the Workload API of another agent, `unix:///run/other.sock`. */
    spiffe_endpoint_socket: z.string().default(''),
  })
  .superRefine((written, context) => {
    const fault = (key: keyof typeof written, message: string) => {
      context.addIssue({ code: 'custom', path: [key], message });
    };
    const { spiffe_endpoint_socket: socket } = written;
    if (socket !== '') {
      try {
        unixPathOf(socket);
      } catch (error) {
        fault('spiffe_endpoint_socket', messageOf(error));
      }
      return;
    }
    for (const key of ['private_key_path', 'certificate_path'] as const) {
      if (written[key] === '') fault(key, `${key} is required`);
    }
  });

type Config = z.output<typeof schema>;

/** What the node shows, and the key that it proves to hold. */
interface Credentials {
  readonly chainDer: readonly Uint8Array[];
  readonly privateKey: KeyObject;
}

/** Attests the node by the certificate of an outside PKI, or by an SVID of another agent. */
export const x509Pop = definePlugin({
  type: 'NodeAttestor',
  name: 'x509pop',
  config: schema,
  create(config: Config): NodeAttestor {
    const bySocket = config.spiffe_endpoint_socket !== '';
    // A wrong file is told at the start, not at the first attestation.
    if (!bySocket) readFiles(config);
    return {
      type: 'x509pop',
      async begin(signal) {
        // Anew each time: certificates are replaced while the agent runs.
        const { chainDer, privateKey } = bySocket
          ? await fromWorkloadApi(config, signal)
          : readFiles(config);
        const certificates = chainDer.map((der) => Buffer.from(der).toString('base64'));
        return {
          payload: new Secret<Uint8Array>(Buffer.from(JSON.stringify({ certificates }))),
          answer: (challenge) =>
            step('failed to calculate challenge response', 'INTERNAL', () =>
              Promise.resolve(answerPopChallenge(privateKey, challenge)),
            ),
        };
      },
    };
  },
});

function readFiles(config: Config): Credentials {
  const pair = stepSync('unable to load keypair', () => readPair(config));
  const path = config.intermediates_path.trim();
  if (path === '') return pair;
  const more = stepSync('unable to load intermediate certificates', () => readCertificates(path));
  return { ...pair, chainDer: [...pair.chainDer, ...more] };
}

function readPair({ certificate_path: certificate, private_key_path: key }: Config): Credentials {
  const chainDer = readCertificates(certificate);
  const privateKey = readKey(key);
  const [leaf = new Uint8Array()] = chainDer;
  if (new X509Certificate(leaf).checkPrivateKey(privateKey)) return { chainDer, privateKey };
  throw new SpiffeError(
    'KEY_INVALID',
    `the key in ${key} does not fit the certificate in ${certificate}`,
  );
}

function readCertificates(path: string): Uint8Array[] {
  const ders = certificatesFromPem(readFileSync(path));
  for (const der of ders) parseCertificate(der);
  return ders;
}

function readKey(path: string): KeyObject {
  const pem = readFileSync(path);
  try {
    return createPrivateKey(pem);
  } catch {
    // OpenSSL's text is of no use, and nothing of a key belongs into an error.
    throw new SpiffeError('KEY_INVALID', `${path} has no private key that can be read`);
  } finally {
    pem.fill(0);
  }
}

async function fromWorkloadApi(
  { spiffe_endpoint_socket: socket }: Config,
  signal: AbortSignal,
): Promise<Credentials> {
  const { chainDer, keyDer } = await step(
    'unable to fetch SVID from workload API',
    'UNAVAILABLE',
    () => fetchForeignSvid(socket, signal),
  );
  const privateKey = createPrivateKey({
    key: Buffer.from(keyDer.reveal()),
    type: 'pkcs8',
    format: 'der',
  });
  return { chainDer, privateKey };
}

function stepSync<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw failure('INVALID_ARGUMENT', what, cause);
  }
}

async function step<T>(what: string, code: ErrorCode, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw failure(code, what, cause);
  }
}

function failure(code: ErrorCode, what: string, cause: unknown): SpiffeError {
  return new SpiffeError(code, `nodeattestor(x509pop): ${what}: ${messageOf(cause)}`, { cause });
}
