import { join } from 'node:path';
import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes, type CliIo } from '../../common/cli/command.ts';
import { durationFlag, listFlag, stringFlag } from '../../common/cli/flags.ts';
import { formatRfc3339 } from '../../common/cli/go-time.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { writeFileAtomically } from '../../common/files/atomic-file.ts';
import { bundleService } from '../../common/rpc/services/bundle.ts';
import { svidService } from '../../common/rpc/services/svid.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { createCsr } from '../../common/x509/csr.ts';
import { generateKeyPair, pkcs8Of } from '../../common/x509/keys.ts';
import { certificatesToPem, encodePemBytes } from '../../common/x509/pem.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { secondsOf } from './seconds.ts';

export const x509Mint = defineCommand({
  path: ['x509', 'mint'],
  summary: 'Mints an X509-SVID',
  flags: {
    ...adminFlags,
    spiffeID: stringFlag('SPIFFE ID of the X509-SVID'),
    dns: listFlag('DNS name that will be included in SVID. Can be used more than once.'),
    ttl: durationFlag('TTL of the X509-SVID'),
    write: stringFlag('Directory to write output to instead of stdout'),
  },
  run: async (flags, io) => {
    if (flags.spiffeID === '') {
      throw new SpiffeError('INVALID_ARGUMENT', 'spiffeID must be specified');
    }
    const uri = parseSpiffeId(flags.spiffeID);
    const ttl = secondsOf(flags.ttl, 'TTL');
    const pair = await generateKeyPair('ec-p256');
    const csr = createCsr({ ...pair, uri, dnsNames: flags.dns, subject: [] });
    const minted = await withServer(flags, io, (client) => mint(client, csr, ttl));
    const now = (io.clock ?? systemClock).now();
    if (minted.expiresAtMs - now < flags.ttl) {
      const expiry = JSON.stringify(formatRfc3339(minted.expiresAtMs));
      io.stderr.write(
        `X509-SVID lifetime was capped shorter than specified ttl; expires ${expiry}\n`,
      );
    }
    const result = { ...minted, keyDer: pkcs8Of(pair.privateKey) };
    if (flags.write !== '') writeFiles(io, flags.write, result);
    else io.stdout.write(flags.output === 'json' ? jsonText(result) : pemText(result));
    return exitCodes.ok;
  },
});

interface Minted {
  readonly chain: readonly Uint8Array[];
  readonly roots: readonly Uint8Array[];
  readonly keyDer: Uint8Array;
}

async function mint(client: RpcClient, csr: Uint8Array, ttl: number) {
  const { svid } = await client.call(svidService.MintX509SVID, { csr, ttl }, 'unable to mint SVID');
  if (svid === null || svid.cert_chain.length === 0) {
    throw new SpiffeError('INTERNAL', 'server response missing SVID chain');
  }
  const bundle = await client.call(bundleService.GetBundle, {}, 'unable to get bundle');
  if (bundle.x509_authorities.length === 0) {
    throw new SpiffeError('INTERNAL', 'server response missing X509 Authorities');
  }
  return {
    chain: svid.cert_chain,
    roots: bundle.x509_authorities.map((authority) => authority.asn1),
    expiresAtMs: svid.expires_at * 1000,
  };
}

/** The key goes to standard output: that is what the user asked for. */
function pemText({ chain, roots, keyDer }: Minted): string {
  const key = encodePemBytes('PRIVATE KEY', keyDer).toString('latin1');
  const parts = [certificatesToPem(chain), key, certificatesToPem(roots)];
  const titles = ['X509-SVID', 'Private key', 'Root CAs'];
  return parts.map((pem, at) => `${titles[at] ?? ''}:\n${pem}\n`).join('');
}

function jsonText({ chain, roots, keyDer }: Minted): string {
  const base64 = (der: Uint8Array) => Buffer.from(der).toString('base64');
  const json = {
    x509_svid: chain.map(base64),
    private_key: base64(keyDer),
    root_cas: roots.map(base64),
  };
  return `${JSON.stringify(json)}\n`;
}

function writeFiles(io: CliIo, folder: string, { chain, roots, keyDer }: Minted): void {
  const write = (title: string, name: string, content: string | Uint8Array, mode: number) => {
    const path = join(folder, name);
    writeFileAtomically(path, content, mode);
    io.stdout.write(`${title} written to ${path}\n`);
  };
  write('X509-SVID', 'svid.pem', certificatesToPem(chain), 0o644);
  write('Private key', 'key.pem', encodePemBytes('PRIVATE KEY', keyDer), 0o600);
  write('Root CAs', 'bundle.pem', certificatesToPem(roots), 0o644);
}
