import { readFile } from 'node:fs/promises';
import type { Clock } from '../../../../common/clock/clock.ts';
import { hasCode, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { Logger } from '../../../../common/log/logger.ts';
import { Secret } from '../../../../common/secret/secret.ts';
import type { VaultAccess } from './config.ts';
import type { VaultAnswer, VaultRequest } from './vault-http.ts';

interface SessionOptions {
  readonly access: VaultAccess;
  readonly call: (request: VaultRequest, signal: AbortSignal) => Promise<VaultAnswer>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Ends the renewal. */
  readonly signal: AbortSignal;
}

interface Token {
  readonly secret: Secret<string>;
  readonly expiresAtMs: number;
}

/**
 * A token for Vault: fetched when it is needed, renewed after two thirds of its lease as long as Vault
 * allows, dropped when it ends or is refused.
 */
export class VaultSession {
  readonly #options: SessionOptions;
  #token: Token | undefined;
  #stopRenewal: () => void = () => undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.drop(), { once: true });
  }

  /** Calls with the token; one that is refused is replaced once. */
  async call(request: VaultRequest, signal: AbortSignal): Promise<VaultAnswer> {
    const known = this.#valid();
    const token = known ?? (await this.#login(signal));
    try {
      return await this.#options.call({ ...request, token: token.secret.reveal() }, signal);
    } catch (error) {
      if (!hasCode(error, 'PERMISSION_DENIED') || known === undefined) throw error;
      const fresh = await this.#login(signal);
      return this.#options.call({ ...request, token: fresh.secret.reveal() }, signal);
    }
  }

  /** Forgets the token. */
  drop(): void {
    this.#stopRenewal();
    this.#token = undefined;
  }

  #valid(): Token | undefined {
    const token = this.#token;
    return token !== undefined && this.#options.clock.now() < token.expiresAtMs ? token : undefined;
  }

  async #login(signal: AbortSignal): Promise<Token> {
    this.drop();
    return this.#keep(await this.#authenticate(signal));
  }

  async #authenticate(signal: AbortSignal): Promise<Lease> {
    const { access, call } = this.#options;
    const { login } = access;
    const post = async (mount: string, body: object) =>
      leaseOf((await call({ method: 'POST', path: `auth/${mount}/login`, body }, signal)).auth);
    switch (login.kind) {
      case 'token': {
        const { token } = login;
        const answer = await call({ method: 'GET', path: 'auth/token/lookup-self', token }, signal);
        const { ttl, renewable } = answer.data ?? {};
        return leaseOf({ client_token: token, lease_duration: ttl, renewable });
      }
      case 'cert':
        return post(login.mount, login.role === '' ? {} : { name: login.role });
      case 'approle':
        return post(login.mount, { role_id: login.roleId, secret_id: login.secretId });
      case 'k8s': {
        const jwt = (await readFile(login.tokenPath, 'utf8')).trim();
        return post(login.mount, { role: login.role, jwt });
      }
    }
  }

  #keep({ token, leaseMs, renewable }: Lease): Token {
    const { clock } = this.#options;
    const expiresAtMs = leaseMs === 0 ? Infinity : clock.now() + leaseMs;
    this.#token = { secret: new Secret(token), expiresAtMs };
    if (leaseMs > 0 && renewable) this.#renewAfter(Math.max((leaseMs * 2) / 3, shortestRenewalMs));
    return this.#token;
  }

  #renewAfter(ms: number): void {
    const { clock, log, signal } = this.#options;
    this.#stopRenewal = clock.after(ms, () => {
      if (signal.aborted) return;
      this.#renew().catch((error: unknown) => {
        log.warn('Failed to renew the token for Vault', { error });
        const left = (this.#token?.expiresAtMs ?? 0) - clock.now();
        // As often as makes sense: the next use logs in again when it is too late.
        if (left > shortestRenewalMs) this.#renewAfter(Math.max(left / 3, shortestRenewalMs));
      });
    });
  }

  async #renew(): Promise<void> {
    const token = this.#valid()?.secret.reveal();
    if (token === undefined) {
      throw new SpiffeError('UNAVAILABLE', 'the token ended before it could be renewed');
    }
    const request = { method: 'POST', path: 'auth/token/renew-self', token, body: {} } as const;
    const { auth } = await this.#options.call(request, this.#options.signal);
    const lease = leaseOf({ client_token: token, ...auth });
    this.#options.log.debug('Renewed the token for Vault', { ttl: lease.leaseMs / 1000 });
    // A lease that has come to its end is no token for ever.
    if (lease.leaseMs === 0) this.drop();
    else this.#keep(lease);
  }
}

interface Lease {
  readonly token: string;
  /** 0: for ever. */
  readonly leaseMs: number;
  readonly renewable: boolean;
}

function leaseOf(auth: VaultAnswer['auth']): Lease {
  const { client_token: token, lease_duration: seconds, renewable } = auth ?? {};
  if (typeof token !== 'string' || token === '' || typeof seconds !== 'number') {
    throw new SpiffeError('UNAVAILABLE', 'Vault answered the login without a token');
  }
  return { token, leaseMs: seconds * 1000, renewable: renewable === true };
}

const shortestRenewalMs = 1_000;
