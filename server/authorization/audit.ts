import { randomUUID } from 'node:crypto';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { errorCodes } from '../../common/errors/codes.ts';
import type { LogFields, Logger } from '../../common/log/logger.ts';
import type { Call, Interceptor } from '../../common/rpc/contract.ts';
import type { Authorization } from './authorizer.ts';

/** What a handler tells of one item of a batch. */
interface AuditItem {
  readonly fields: LogFields;
  /** Absent when the item succeeded. */
  readonly error?: SpiffeError;
}

/**
 * Writes who did what. The interceptor comes before authorization, so that refused calls are written
 * too. A handler adds fields, or items of a batch, each of which becomes a line of its own.
 */
export class AuditLog {
  readonly #log: Logger;
  readonly #notes = new WeakMap<Call, Notes>();

  constructor(log: Logger) {
    this.#log = log;
  }

  readonly interceptor: Interceptor = async (call, next) => {
    const notes: Notes = { fields: {}, items: [] };
    this.#notes.set(call, notes);
    const requestId = randomUUID();
    try {
      await next();
    } catch (error) {
      this.#write(call, requestId, notes, notes.fields, error);
      throw error;
    }
    if (notes.items.length === 0) this.#write(call, requestId, notes, notes.fields, undefined);
    for (const { fields, error } of notes.items) {
      this.#write(call, requestId, notes, { ...notes.fields, ...fields }, error);
    }
  };

  authorized(call: Call, authorization: Authorization): void {
    const notes = this.#notes.get(call);
    if (notes !== undefined) notes.authorization = authorization;
  }

  add(call: Call, fields: LogFields): void {
    const notes = this.#notes.get(call);
    if (notes !== undefined) Object.assign(notes.fields, fields);
  }

  addItem(call: Call, item: AuditItem): void {
    this.#notes.get(call)?.items.push(item);
  }

  #write(call: Call, requestId: string, notes: Notes, fields: LogFields, error: unknown): void {
    const [service, method] = call.path.slice(1).split('/');
    this.#log.info('API accessed', {
      ...cut(fields),
      type: 'audit',
      request_id: requestId,
      service,
      method,
      ...callerFields(call),
      authorized_as: notes.authorization?.as ?? 'nobody',
      authorized_via: notes.authorization?.via ?? '',
      ...cut(statusFields(error)),
    });
  }
}

interface Notes {
  authorization?: Authorization;
  readonly fields: LogFields;
  readonly items: AuditItem[];
}

/** Anybody may call: a text of megabytes in a request must not become one in the log. */
function cut(fields: LogFields): LogFields {
  const short = Object.entries(fields).map(([key, value]): [string, unknown] => [
    key,
    typeof value === 'string' ? value.slice(0, longestText) : value,
  ]);
  return Object.fromEntries(short);
}

function callerFields({ peer }: Call): LogFields {
  if (peer.kind === 'local') {
    return { caller_uid: peer.uid, caller_gid: peer.gid, pid: peer.pid };
  }
  const { address, identity } = peer;
  if (identity === undefined) return { caller_addr: address };
  return { caller_addr: address, caller_id: identity.spiffeId };
}

function statusFields(error: unknown): LogFields {
  if (error === undefined) return { status: 'success' };
  if (!(error instanceof SpiffeError)) {
    return { status: 'error', status_code: 'INTERNAL', status_message: 'internal error' };
  }
  return {
    status: 'error',
    status_code: errorCodes[error.code].grpc,
    status_message: error.message,
  };
}

/** No SPIFFE ID has more than half of it. */
const longestText = 4096;
