import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ServedMethod } from '../../common/rpc/contract.ts';
import { serveUnary } from '../../common/rpc/serve.ts';
import { agentDebugService } from '../../common/rpc/services/agent-debug.ts';
import { agentLoggerService } from '../../common/rpc/services/agent-logger.ts';
import { pathOf, trustDomainOf } from '../../common/spiffe/spiffe-id.ts';
import type { ManagerStatus } from '../manager/manager.ts';
import type { AgentState } from '../svid/keeper.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';

export interface AdminOptions {
  readonly clock: Clock;
  readonly jwtSvids: { readonly size: number };
  readonly manager: { readonly status: ManagerStatus };
  readonly serving: { readonly state: AgentState };
  readonly logLevel: {
    /** Level now in force and at the start. */
    level(): string;
    setLevel(level: string): void;
    reset(): void;
  };
}

/** SPIRE's names of log levels by their number in `types.LogLevel`. */
const levels = ['', 'panic', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];

/** What is served on the admin socket: SPIRE's Debug and Logger services. */
export function createAdminMethods(options: AdminOptions): readonly ServedMethod[] {
  const { clock, logLevel } = options;
  const startedMs = clock.monotonic();
  const launchLevel = levelNumber(logLevel.level());
  const logger = () => ({
    current_level: levelNumber(logLevel.level()),
    launch_level: launchLevel,
  });
  return [
    serveUnary(agentDebugService.GetInfo, () => Promise.resolve(info(options, startedMs))),
    serveUnary(agentLoggerService.GetLogger, () => Promise.resolve(logger())),
    serveUnary(agentLoggerService.SetLogLevel, (request) => {
      const name = levels[request.new_level] ?? '';
      if (name === '') {
        return Promise.reject(
          new SpiffeError(
            'INVALID_ARGUMENT',
            'Invalid request, NewLevel value cannot be LogLevel_UNSPECIFIED',
          ),
        );
      }
      logLevel.setLevel(name);
      return Promise.resolve(logger());
    }),
    serveUnary(agentLoggerService.ResetLogLevel, () => {
      logLevel.reset();
      return Promise.resolve(logger());
    }),
  ];
}

function info({ clock, jwtSvids, manager, serving }: AdminOptions, startedMs: number) {
  const { lastSyncMs, svids } = manager.status;
  const { state } = serving;
  const chain = state.kind === 'active' ? state.svid : undefined;
  return {
    svid_chain: (chain?.chainDer ?? []).map((der, at) => {
      const { notAfterMs, subject } = parseCertificate(der);
      const id = at === 0 && chain !== undefined ? idOf(chain.id) : null;
      return { id, expires_at: Math.floor(notAfterMs / 1000), subject };
    }),
    uptime: Math.floor((clock.monotonic() - startedMs) / 1000),
    svids_count: svids,
    cached_x509_svids_count: svids,
    cached_jwt_svids_count: jwtSvids.size,
    last_sync_success: Math.floor((lastSyncMs ?? 0) / 1000),
  };
}

function idOf(id: Parameters<typeof trustDomainOf>[0]) {
  return { trust_domain: trustDomainOf(id), path: pathOf(id) };
}

function levelNumber(name: string): number {
  return Math.max(levels.indexOf(name === 'warning' ? 'warn' : name), 0);
}
