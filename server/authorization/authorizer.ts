import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Call, Interceptor, PeerIdentity } from '../../common/rpc/contract.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { allowedCallers, type CallerKind } from './methods.ts';

interface AuthorizerOptions {
  /** `admin_ids` of the configuration. */
  readonly adminIds: ReadonlySet<SpiffeId>;
  readonly entries: {
    isAdmin(id: SpiffeId): boolean;
    isDownstream(id: SpiffeId): boolean;
  };
  readonly agents: {
    /** Throws an AGENT_ error unless this is an active agent. */
    authorize(svid: PeerIdentity): Promise<void>;
  };
}

/** As what a caller was let in, and by which source; for the audit log. */
export interface Authorization {
  readonly as: 'nobody' | 'local' | 'admin' | 'agent' | 'downstream';
  readonly via: '' | 'transport' | 'config' | 'entries' | 'datastore';
}

/** Decides who may call what, by the table in methods.ts. */
export class Authorizer {
  readonly #options: AuthorizerOptions;

  constructor(options: AuthorizerOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the caller may call the method. Throws PERMISSION_DENIED, or an AGENT_ error that
   * tells an agent what to do.
   */
  async authorize(call: Call): Promise<Authorization> {
    const allowed = allowedCallers.get(call.path) ?? [];
    if (allowed.includes('any')) return { as: 'nobody', via: '' };
    if (call.peer.kind === 'local') return this.#authorizeLocal(allowed, call);
    const { identity } = call.peer;
    if (identity === undefined) throw denied(call);
    const privileged = this.#findPrivilege(allowed, identity.spiffeId);
    if (privileged !== undefined) return privileged;
    if (!allowed.includes('agent')) throw denied(call);
    await this.#options.agents.authorize(identity);
    return { as: 'agent', via: 'datastore' };
  }

  #authorizeLocal(allowed: readonly CallerKind[], call: Call): Authorization {
    if (allowed.includes('local')) return { as: 'local', via: 'transport' };
    throw denied(call);
  }

  #findPrivilege(allowed: readonly CallerKind[], id: SpiffeId): Authorization | undefined {
    const { adminIds, entries } = this.#options;
    if (allowed.includes('admin')) {
      if (adminIds.has(id)) return { as: 'admin', via: 'config' };
      if (entries.isAdmin(id)) return { as: 'admin', via: 'entries' };
    }
    if (allowed.includes('downstream') && entries.isDownstream(id)) {
      return { as: 'downstream', via: 'entries' };
    }
    return undefined;
  }
}

/** Lets a call through when its caller may make it. `admitted` hears as what. */
export function authorizationInterceptor(
  authorizer: Authorizer,
  admitted: (call: Call, authorization: Authorization) => void,
): Interceptor {
  return async (call, next) => {
    admitted(call, await authorizer.authorize(call));
    await next();
  };
}

/** SPIRE 1.15: the text names the method and nothing else. */
function denied(call: Call): SpiffeError {
  return new SpiffeError('PERMISSION_DENIED', `authorization denied for method ${call.path}`);
}
