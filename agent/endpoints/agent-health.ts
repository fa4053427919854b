import { messageOf } from '../../common/errors/spiffe-error.ts';
import type { ManagerStatus } from '../manager/manager.ts';
import type { Serving } from '../serving.ts';
import type { VisibleCallers } from './visible-callers.ts';

export interface AgentHealth {
  /** The agent answers; nothing outside can make it unwell. */
  readonly live: boolean;
  /** It is attested and has synchronized. */
  readonly ready: boolean;
  readonly readyDetails?: Readonly<Record<string, unknown>>;
}

/** What the health listener shows of the agent. */
export function agentHealth(
  serving: Serving,
  { lastSyncError, lastSyncMs }: ManagerStatus,
  visible: VisibleCallers,
): AgentHealth {
  const ready = serving.isReady && visible.fault === undefined;
  return {
    live: true,
    ready,
    readyDetails: {
      state: serving.state.kind,
      ...(lastSyncMs === undefined ? {} : { last_sync: new Date(lastSyncMs).toISOString() }),
      ...(lastSyncError === undefined ? {} : { sync_err: messageOf(lastSyncError) }),
      ...(ready ? {} : { err: visible.fault ?? messageOf(serving.reason()) }),
    },
  };
}
