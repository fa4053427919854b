import type { Clock } from '../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ServedMethod } from '../../common/rpc/contract.ts';
import { serveUnary } from '../../common/rpc/serve.ts';
import { agentOperatorService } from '../../common/rpc/services/agent-operator.ts';
import type { ExplainRequest } from '../../common/rpc/services/agent-operator.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import { flavourOf } from '../../sds/node-metadata.ts';
import type { SdsConfig } from '../../sds/config.ts';
import type { StreamRecord } from '../../sds/registry.ts';
import type { ManagerStatus } from '../manager/manager.ts';
import { explain } from '../operator/explain.ts';
import type { OutageHorizon } from '../operator/outage-horizon.ts';
import { findSubjects, type SubjectSources, type Target } from '../operator/subjects.ts';
import type { AgentState } from '../svid/keeper.ts';
import {
  durationOf,
  explanationMessage,
  horizonMessage,
  streamMessage,
  timestampOf,
} from './operator-messages.ts';

export interface OperatorOptions {
  readonly version: string;
  readonly clock: Clock;
  readonly sds: SdsConfig;
  readonly manager: {
    readonly status: ManagerStatus;
    entries(): Iterable<RegistrationEntry>;
  };
  readonly jwtSvids: { readonly size: number };
  readonly serving: {
    readonly state: AgentState;
    readonly isReady: boolean;
    reason(): SpiffeError;
  };
  readonly streams: () => readonly StreamRecord[];
  readonly horizons: () => readonly OutageHorizon[];
  readonly subjects: SubjectSources;
}

/** sigil.agent.v1.Operator: what an operator asks a running agent. For the admin socket only. */
export function createOperatorMethods(options: OperatorOptions): readonly ServedMethod[] {
  const startedMs = options.clock.monotonic();
  return [
    serveUnary(agentOperatorService.GetStatus, () =>
      Promise.resolve(status(options, options.clock.monotonic() - startedMs)),
    ),
    serveUnary(agentOperatorService.ListSdsStreams, () =>
      Promise.resolve({ streams: options.streams().map(streamMessage) }),
    ),
    serveUnary(agentOperatorService.Explain, async (request, { signal }) => {
      const subjects = await findSubjects(targetOf(request), options.subjects, signal);
      const around = {
        entries: [...options.manager.entries()],
        rules: options.sds,
        flavour: flavourOf(undefined, options.sds),
        unready: options.serving.isReady ? '' : options.serving.reason().message,
      };
      return {
        explanations: subjects.map((subject) => explanationMessage(explain(subject, around))),
      };
    }),
  ];
}

function status(options: OperatorOptions, uptimeMs: number) {
  const { clock, horizons, jwtSvids, manager, serving, streams, subjects, version } = options;
  const { entries, lastSyncError, lastSyncMs, svids } = manager.status;
  const { state } = serving;
  const svid = state.kind === 'active' ? state.svid : undefined;
  const trouble = state.kind === 'active' ? undefined : state.error;
  return {
    version,
    state: state.kind,
    state_error: trouble === undefined ? '' : messageOf(trouble),
    agent_id: svid?.id ?? '',
    agent_svid_expires_at: timestampOf(svid?.notAfterMs),
    uptime: durationOf(uptimeMs),
    last_sync: timestampOf(lastSyncMs),
    sync_age: lastSyncMs === undefined ? null : durationOf(clock.now() - lastSyncMs),
    sync_error: lastSyncError === undefined ? '' : messageOf(lastSyncError),
    horizons: horizons().map(horizonMessage),
    entries,
    x509_svids: svids,
    jwt_svids: jwtSvids.size,
    callers: subjects.callers().length,
    sds_streams: streams().length,
  };
}

/** Throws INVALID_ARGUMENT unless the request names somebody. */
function targetOf(request: ExplainRequest): Target {
  if (request.target === 'pid' && request.pid) return { kind: 'pid', pid: request.pid };
  if (request.target === 'uid') return { kind: 'uid', uid: request.uid ?? 0 };
  const [namespace = '', name = '', ...rest] = (request.pod ?? '').split('/');
  if (request.target === 'pod' && namespace !== '' && name !== '' && rest.length === 0) {
    return { kind: 'pod', namespace, name };
  }
  throw new SpiffeError(
    'INVALID_ARGUMENT',
    'target must be a pid above 0, a uid, or a pod as NAMESPACE/NAME',
  );
}
