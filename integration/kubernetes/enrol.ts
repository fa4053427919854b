import { serverIdOf } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { dialTls, type RpcChannel } from '../../common/rpc/rpc-channel.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { createCsr } from '../../common/x509/csr.ts';
import { generateKeyPair, type KeyPair } from '../../common/x509/keys.ts';
import { certificatesToPem } from '../../common/x509/pem.ts';
import { spiffeIdOfLeaf } from '../../common/x509/svid.ts';
import type { RunningServer } from '../local/harness/server.ts';

export interface Enrolled {
  readonly agentId: string;
  readonly chainDer: readonly Uint8Array[];
  readonly keyPair: KeyPair;
}

/** Attests as an agent does, once and without a retry. */
export async function attestOnce(
  server: RunningServer,
  type: string,
  payload: string,
): Promise<Enrolled> {
  const channel = dial(server);
  try {
    const keyPair = await generateKeyPair('ec-p256');
    const stream = channel.open(agentService.AttestAgent);
    const data = { type, payload: Buffer.from(payload) };
    await stream.send({ params: { data, params: { csr: createCsr(keyPair) } } });
    stream.end();
    for await (const { result } of stream.messages) {
      const chainDer = (result?.svid?.cert_chain ?? []).map((der) => Uint8Array.from(der));
      const agentId = spiffeIdOfLeaf(parseCertificate(chainDer[0] ?? new Uint8Array()));
      return { agentId, chainDer, keyPair };
    }
    throw new Error('the server ended the stream without a result');
  } finally {
    channel.close();
  }
}

/** A call that agents make at each sync. Rejects with what the server says of the agent. */
export async function syncOnce(server: RunningServer, agent: Enrolled): Promise<void> {
  const channel = dial(server, agent);
  try {
    await channel.unary(entryService.GetAuthorizedEntries, {}, { timeoutMs: 5_000 });
  } finally {
    channel.close();
  }
}

/** Calls the methods of agents with a bearer token in place of an X509-SVID. */
export async function callWithBearer(server: RunningServer, token: string): Promise<unknown[]> {
  const channel = dial(server);
  const options = { timeoutMs: 5_000, metadata: { authorization: `Bearer ${token}` } };
  try {
    return await Promise.all([
      channel.unary(entryService.GetAuthorizedEntries, {}, options).catch((e: unknown) => e),
      channel.unary(agentService.RenewAgent, {}, options).catch((e: unknown) => e),
      channel.unary(agentService.PostStatus, {}, options).catch((e: unknown) => e),
    ]);
  } finally {
    channel.close();
  }
}

function dial(server: RunningServer, client?: Enrolled): RpcChannel {
  const serverId = serverIdOf(parseTrustDomain(server.trustDomain));
  const credentials = client && {
    chainPem: certificatesToPem(client.chainDer),
    keyPem: client.keyPair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  return dialTls({
    host: '127.0.0.1',
    port: server.port,
    credentials: () => credentials,
    verifyServer(chainDer) {
      const id = spiffeIdOfLeaf(parseCertificate(chainDer[0] ?? new Uint8Array()));
      if (id !== serverId) throw new Error(`not the server: ${id}`);
    },
  });
}
