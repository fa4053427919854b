import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../common/clock/clock.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { splitDer } from '../../common/x509/split-der.ts';
import { verifyX509Svid } from '../../common/x509/svid.ts';
import type { RunningAgent } from '../local/harness/agent.ts';

/** An X509-SVID as a workload gets it, after it was verified with the bundle that came along. */
interface LiveSvid {
  /** SHA-1 key identifiers in hex: of the root that it ends at, and of the CA that signed it. */
  readonly root: string;
  readonly issuer: string;
  readonly chainLength: number;
  /** Every root of the bundle. */
  readonly roots: readonly string[];
}

interface Fetched {
  readonly svids: readonly { readonly x509_svid: string; readonly bundle: string }[];
}

/** What the agent serves this process now; undefined when nothing. Throws when it does not verify. */
export async function fetchLive(agent: RunningAgent): Promise<LiveSvid | undefined> {
  const { code, stdout } = await agent.cli('api', 'fetch', 'x509', '-output', 'json');
  const [svid] = code === 0 ? (JSON.parse(stdout) as Fetched).svids : [];
  if (svid === undefined) return undefined;
  const chainDer = splitDer(Buffer.from(svid.x509_svid, 'base64'));
  const rootsDer = splitDer(Buffer.from(svid.bundle, 'base64'));
  const { authority, leaf } = verifyX509Svid(chainDer, () => rootsDer, systemClock.now());
  return {
    root: authority.subjectKeyId,
    issuer: leaf.authorityKeyId,
    chainLength: chainDer.length,
    roots: rootsDer.map((der) => parseCertificate(der).subjectKeyId),
  };
}

/** Watches an agent while something happens: there is an identity at every look, and it verifies. */
export async function watchedDuring<T>(
  agent: RunningAgent,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly seen: readonly LiveSvid[] }> {
  const seen: LiveSvid[] = [];
  const state = { done: false };
  const watch = async () => {
    while (!state.done) {
      const svid = await fetchLive(agent);
      assert.ok(svid !== undefined, 'the workload lost its identity');
      seen.push(svid);
      await sleep(500);
    }
  };
  const watching = watch();
  try {
    const result = await Promise.race([work(), watching.then(() => never)]);
    return { result, seen };
  } finally {
    state.done = true;
    await watching;
  }
}

/** The watch ends before the work only by throwing. */
const never = undefined as never;
