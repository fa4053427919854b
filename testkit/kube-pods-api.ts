import { systemClock } from '../common/clock/clock.ts';
import { silentLogger } from '../common/log/logger.ts';
import { createPeerTracker } from '../common/peertracker/peer-tracker.ts';
import type { ServerStream } from '../common/rpc/contract.ts';
import { createRpcServer, type RpcServer } from '../common/rpc/rpc-server.ts';
import { serveStream, serveUnary } from '../common/rpc/serve.ts';
import { kubernetesPodsService } from '../common/rpc/services/kubernetes-pods.ts';
import { k8s, v1alpha1 } from '../proto/gen/kubernetes-pods.js';

type Watch = ServerStream<v1alpha1.WatchPodsRequest, v1alpha1.WatchPodsEvent>;

/** The kubelet's Pods API on a Unix socket. Pods are core/v1 in protobuf, as recorded. */
export class FakePodsApi {
  readonly pods = new Map<string, Uint8Array>();
  readonly socketPath: string;
  lists = 0;
  readonly #watches = new Set<Watch>();
  readonly #server: RpcServer;

  private constructor(socketPath: string) {
    this.socketPath = socketPath;
    this.#server = createRpcServer({
      methods: [
        serveStream(kubernetesPodsService.WatchPods, (stream) => this.#watch(stream)),
        serveUnary(kubernetesPodsService.ListPods, () => {
          this.lists++;
          return Promise.resolve({ pods: [...this.pods.values()] });
        }),
      ],
      log: silentLogger,
      clock: systemClock,
    });
  }

  static async start(socketPath: string, pods: readonly Uint8Array[] = []): Promise<FakePodsApi> {
    const api = new FakePodsApi(socketPath);
    for (const pod of pods) api.pods.set(uidOf(pod), pod);
    await api.#server.listenUnix({
      path: socketPath,
      mode: 0o600,
      trackPeers: createPeerTracker(),
    });
    return api;
  }

  async put(pod: Uint8Array): Promise<void> {
    const { ADDED, MODIFIED } = v1alpha1.EventType;
    const type = this.pods.has(uidOf(pod)) ? MODIFIED : ADDED;
    this.pods.set(uidOf(pod), pod);
    await this.#tell({ type, pod });
  }

  async delete(uid: string): Promise<void> {
    this.pods.delete(uid);
    const pod = k8s.io.api.core.v1.Pod.encode({ metadata: { uid } }).finish();
    await this.#tell({ type: v1alpha1.EventType.DELETED, pod });
  }

  /** Forgets a pod without an event, as a kubelet whose buffer is full does. */
  lose(uid: string): void {
    this.pods.delete(uid);
  }

  async stop(): Promise<void> {
    await this.#server.close({ graceMs: 0 });
  }

  async #tell(event: { readonly type: number; readonly pod: Uint8Array }): Promise<void> {
    for (const watch of this.#watches) await watch.send(event);
  }

  async #watch(stream: Watch): Promise<void> {
    for (const pod of this.pods.values()) {
      await stream.send({ type: v1alpha1.EventType.ADDED, pod });
    }
    await stream.send({ type: v1alpha1.EventType.INITIAL_SYNC_COMPLETE });
    this.#watches.add(stream);
    await new Promise((resolve) => stream.signal.addEventListener('abort', resolve));
    this.#watches.delete(stream);
  }
}

function uidOf(pod: Uint8Array): string {
  return k8s.io.api.core.v1.Pod.decode(pod).metadata?.uid ?? '';
}
