import { dialUnix } from '../../../common/rpc/rpc-channel.ts';
import { workloadService } from '../../../common/rpc/services/workload.ts';
import { parseCertificate } from '../../../common/x509/certificate.ts';

/** Many Workload API streams of this process, with what each was told. */
export interface Crowd {
  /** How many messages each stream has had. */
  counts(): readonly number[];
  /** What the last messages held, one text for each that differs: serial numbers and the size of the bundle. */
  holding(): ReadonlySet<string>;
  /** Streams that ended. */
  readonly ended: number;
  close(): void;
}

const streamsPerConnection = 20;

/** Opens FetchX509SVID so many times, over one connection for each twenty. */
export function openCrowd(socketPath: string, size: number): Crowd {
  const counts = new Array<number>(size).fill(0);
  const held = new Array<string>(size).fill('');
  let ended = 0;
  const channels = Array.from({ length: Math.ceil(size / streamsPerConnection) }, () =>
    dialUnix(socketPath),
  );
  const follow = async (at: number) => {
    const channel = channels[Math.floor(at / streamsPerConnection)];
    const metadata = { 'workload.spiffe.io': 'true' };
    const stream = channel?.open(workloadService.FetchX509SVID, { metadata });
    if (stream === undefined) return;
    await stream.send({});
    stream.end();
    for await (const { svids } of stream.messages) {
      counts[at] = (counts[at] ?? 0) + 1;
      const [first] = svids;
      const serial = first === undefined ? '' : serialOf(first.x509_svid);
      held[at] = `${serial} ${first?.bundle.length ?? 0}`;
    }
  };
  for (let at = 0; at < size; at++) {
    const over = () => {
      ended++;
    };
    void follow(at).then(over, over);
  }
  return {
    counts: () => counts,
    holding: () => new Set(held),
    get ended() {
      return ended;
    },
    close: () => channels.forEach((channel) => channel.close()),
  };
}

/** The leaf comes first; what follows it is of no interest here. */
function serialOf(chain: Uint8Array): string {
  const length = Buffer.from(chain).readUInt16BE(2) + 4;
  return parseCertificate(chain.subarray(0, length)).serialNumber;
}
