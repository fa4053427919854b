import { join } from 'node:path';
import { systemClock, type Clock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes, type CliIo, type Command } from '../../common/cli/command.ts';
import { booleanFlag, stringFlag } from '../../common/cli/flags.ts';
import { outputFlag, printMessage } from '../../common/cli/output.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { writeFileAtomically } from '../../common/files/atomic-file.ts';
import { workloadService } from '../../common/rpc/services/workload.ts';
import type { Certificate } from '../../common/x509/certificate.ts';
import { certificatesToPem, encodePemBytes } from '../../common/x509/pem.ts';
import { workloadFlags, withWorkloadApi } from './connections.ts';
import { verifyResponse, type FetchedSvid } from './x509-response.ts';
import { svidsText } from './x509-text.ts';

/** `api fetch` is a short form of `api fetch x509`. */
export const fetchX509Commands: readonly Command[] = [
  fetchX509(['api', 'fetch']),
  fetchX509(['api', 'fetch', 'x509']),
];

function fetchX509(path: readonly [string, ...string[]]): Command {
  return defineCommand({
    path,
    summary: 'Fetches X509 SVIDs from the Workload API',
    errorPrefix: '',
    flags: {
      ...workloadFlags,
      output: outputFlag(),
      silent: booleanFlag('Suppress stdout'),
      write: stringFlag(
        'Write SVID data to the specified path (optional; only available for pretty output format)',
      ),
    },
    run: async (flags, io) => {
      const clock = io.clock ?? systemClock;
      const start = clock.monotonic();
      const response = await withWorkloadApi(flags, io, firstResponse);
      const afterMs = clock.monotonic() - start;
      const svids = verifyResponse(response, clock.now());
      if (!flags.silent) printMessage(io, flags.output, response, () => svidsText(svids, afterMs));
      if (flags.write !== '' && flags.output === 'pretty') writeFiles(io, flags.write, svids);
      return exitCodes.ok;
    },
  });
}

/** `api watch`: prints each update until it is interrupted; what fails is told and tried again. */
export async function watchX509(
  client: RpcClient,
  io: CliIo,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let last = clock.monotonic();
  for await (const response of client.stream(workloadService.FetchX509SVID, {}, signal)) {
    const now = clock.monotonic();
    io.stdout.write(svidsText(verifyResponse(response, clock.now()), now - last));
    last = now;
  }
}

async function firstResponse(client: RpcClient) {
  for await (const response of client.stream(workloadService.FetchX509SVID, {})) return response;
  throw new SpiffeError('UNAVAILABLE', 'the agent ended the call without an answer');
}

function writeFiles(io: CliIo, folder: string, svids: readonly FetchedSvid[]): void {
  for (const [at, svid] of svids.entries()) {
    const write = (what: string, name: string, content: string | Uint8Array, mode: number) => {
      const path = join(folder, name);
      io.stdout.write(`Writing ${what} to file ${path}.\n`);
      writeFileAtomically(path, content, mode);
    };
    write(`SVID #${at}`, `svid.${at}.pem`, pemOf(svid.chain), 0o644);
    write(`key #${at}`, `svid.${at}.key`, encodePemBytes('PRIVATE KEY', svid.keyDer), 0o600);
    write(`bundle #${at}`, `bundle.${at}.pem`, pemOf(svid.bundle), 0o644);
    for (const [number, [domain, bundle]] of svid.federated.entries()) {
      const what = `federated bundle #${number} for trust domain ${domain}`;
      write(what, `federated_bundle.${at}.${number}.pem`, pemOf(bundle), 0o644);
    }
  }
}

function pemOf(certificates: readonly Certificate[]): string {
  return certificatesToPem(certificates.map((certificate) => certificate.der));
}
