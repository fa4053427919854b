import { dialUnix } from '../../../common/rpc/rpc-channel.ts';
import { workloadService } from '../../../common/rpc/services/workload.ts';

/** A Workload API stream that is held open. Times are those of `performance.now()`. */
export interface FollowedIdentities {
  /** Bytes of the bundle that came with the last answer. */
  readonly bundleSize: number;
  /** Resolves with when an answer with this SPIFFE ID arrived. */
  has(spiffeId: string, deadlineMs: number): Promise<number>;
  /** Resolves with when an answer without it arrived. */
  lacks(spiffeId: string, deadlineMs: number): Promise<number>;
  hasBundleLargerThan(bytes: number, deadlineMs: number): Promise<number>;
  /** Resolves with when the agent ended the stream. */
  ended(deadlineMs: number): Promise<number>;
  close(): void;
}

interface State {
  readonly ids: readonly string[];
  readonly bundleSize: number;
  readonly isOver: boolean;
  readonly atMs: number;
}

/** Opens `FetchX509SVID` as this process and keeps what it is told last. */
export function followIdentities(socketPath: string): FollowedIdentities {
  const channel = dialUnix(socketPath);
  const stream = channel.open(workloadService.FetchX509SVID, {
    metadata: { 'workload.spiffe.io': 'true' },
  });
  let state: State = { ids: [], bundleSize: 0, isOver: false, atMs: performance.now() };
  const waiting = new Set<() => void>();
  const set = (changes: Partial<State>) => {
    state = { ...state, ...changes, atMs: performance.now() };
    for (const look of waiting) look();
  };
  const follow = async () => {
    await stream.send({});
    stream.end();
    for await (const { svids } of stream.messages) {
      const ids = svids.map((svid) => svid.spiffe_id);
      set({ ids, bundleSize: svids[0]?.bundle.length ?? 0 });
    }
  };
  const over = () => set({ isOver: true });
  void follow().then(over, over);

  const until = (test: (state: State) => boolean, deadlineMs: number) =>
    new Promise<number>((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        waiting.delete(look);
      };
      const look = () => {
        if (!test(state)) return;
        done();
        resolve(state.atMs);
      };
      const timer = setTimeout(() => {
        done();
        reject(new Error(`after ${deadlineMs} ms the agent still says ${JSON.stringify(state)}`));
      }, deadlineMs);
      waiting.add(look);
      look();
    });
  return {
    get bundleSize() {
      return state.bundleSize;
    },
    has: (id, deadlineMs) => until(({ ids }) => ids.includes(id), deadlineMs),
    lacks: (id, deadlineMs) => until(({ ids }) => !ids.includes(id), deadlineMs),
    hasBundleLargerThan: (bytes, deadlineMs) =>
      until(({ bundleSize }) => bundleSize > bytes, deadlineMs),
    ended: (deadlineMs) => until(({ isOver }) => isOver, deadlineMs),
    close: () => {
      stream.cancel();
      channel.close();
    },
  };
}
