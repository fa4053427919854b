/**
 * The error registry: every fault that crosses a module has one code here. `grpc` is the status a
 * caller sees, `retryable` says whether the same request may succeed later. docs/errors.md lists the
 * same rows; a test compares them both ways.
 */
export const errorCodes = {
  // What a caller sent.
  INVALID_ARGUMENT: row(
    'a request field breaks a rule; the text names it',
    'INVALID_ARGUMENT',
    false,
  ),
  SPIFFE_ID_INVALID: row('a SPIFFE ID breaks the grammar', 'INVALID_ARGUMENT', false),
  TRUST_DOMAIN_INVALID: row('a trust domain name breaks the grammar', 'INVALID_ARGUMENT', false),
  SELECTOR_INVALID: row(
    'a selector has no type or value, or a colon in its type',
    'INVALID_ARGUMENT',
    false,
  ),
  CSR_INVALID: row(
    'a certificate signing request is malformed or its signature is wrong',
    'INVALID_ARGUMENT',
    false,
  ),
  CERTIFICATE_INVALID: row(
    'a certificate is malformed or breaks an X509-SVID rule',
    'INVALID_ARGUMENT',
    false,
  ),
  KEY_INVALID: row(
    'a key is malformed or of a kind that is not supported',
    'INVALID_ARGUMENT',
    false,
  ),
  JOIN_TOKEN_INVALID: row('a join token is unknown, used or expired', 'INVALID_ARGUMENT', false),
  SECURITY_HEADER_MISSING: row(
    'the Workload API metadata workload.spiffe.io is missing',
    'INVALID_ARGUMENT',
    false,
  ),
  CONFIG_INVALID: row(
    'the configuration is invalid; every fault is listed',
    'INVALID_ARGUMENT',
    false,
  ),
  USAGE: row('the command line is wrong', 'INVALID_ARGUMENT', false),

  // Who may do what.
  UNAUTHENTICATED: row('the peer presented no usable identity', 'UNAUTHENTICATED', false),
  PERMISSION_DENIED: row('the caller may not do this', 'PERMISSION_DENIED', false),
  NO_IDENTITY: row('no registration entry matches the workload', 'PERMISSION_DENIED', true),
  AGENT_EXPIRED: row('the X509-SVID of the agent has expired', 'PERMISSION_DENIED', false),
  AGENT_NOT_ATTESTED: row('the agent is unknown or was evicted', 'PERMISSION_DENIED', false),
  AGENT_NOT_ACTIVE: row(
    'the agent presented an X509-SVID that was replaced',
    'PERMISSION_DENIED',
    false,
  ),
  AGENT_BANNED: row('the agent is banned', 'PERMISSION_DENIED', false),
  AGENT_MUST_REATTEST: row(
    'the agent must attest again instead of renewing',
    'PERMISSION_DENIED',
    false,
  ),

  // The state of things.
  NOT_FOUND: row('the thing named does not exist', 'NOT_FOUND', false),
  ALREADY_EXISTS: row('a thing with this name exists already', 'ALREADY_EXISTS', false),
  FAILED_PRECONDITION: row('the state does not allow this operation', 'FAILED_PRECONDITION', false),
  RESOURCE_EXHAUSTED: row('a limit was reached; the text names it', 'RESOURCE_EXHAUSTED', true),
  CONTAINER_LIMIT: row(
    'the callers of one container or pod reached a limit; the text names it',
    'RESOURCE_EXHAUSTED',
    true,
  ),
  SPIFFE_ID_LIMIT: row(
    'the callers with one SPIFFE ID reached a limit; the text names it',
    'RESOURCE_EXHAUSTED',
    true,
  ),
  UNIMPLEMENTED: row('this method or feature is not served here', 'UNIMPLEMENTED', false),
  UNAVAILABLE: row('not ready yet, or something outside is away', 'UNAVAILABLE', true),
  ATTESTATION_FAILED: row('the caller could not be attested', 'UNAVAILABLE', true),
  RATE_LIMITED: row('calls came faster than the limit allows', 'UNAVAILABLE', true),
  CANCELLED: row('the caller went away', 'CANCELLED', true),
  DEADLINE_EXCEEDED: row('the deadline passed', 'DEADLINE_EXCEEDED', true),

  // Trust.
  UNKNOWN_AUTHORITY: row('a certificate does not chain to the trust bundle', 'UNAVAILABLE', true),
  CERTIFICATE_EXPIRED: row('a certificate is outside its validity', 'UNAVAILABLE', true),
  SPIFFE_ID_MISMATCH: row('a peer showed another SPIFFE ID than expected', 'UNAVAILABLE', false),

  // Our own house.
  STORAGE_CORRUPT: row(
    'a stored file cannot be read as what it should be; it was left as it is',
    'INTERNAL',
    false,
  ),
  STORAGE_FAILED: row('a file or database operation failed', 'INTERNAL', true),
  STORAGE_UNAVAILABLE: row(
    'the database is away, busy or full; what is in memory is served meanwhile',
    'UNAVAILABLE',
    true,
  ),
  SOCKET_IN_USE: row('another process serves this socket path', 'FAILED_PRECONDITION', false),
  INTERNAL: row('a fault of ours; the cause is in the log only', 'INTERNAL', false),
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** The canonical gRPC status names that codes map to (grpc.io/docs/guides/status-codes). */
export type GrpcStatusName =
  | 'CANCELLED'
  | 'UNKNOWN'
  | 'INVALID_ARGUMENT'
  | 'DEADLINE_EXCEEDED'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'PERMISSION_DENIED'
  | 'RESOURCE_EXHAUSTED'
  | 'FAILED_PRECONDITION'
  | 'ABORTED'
  | 'OUT_OF_RANGE'
  | 'UNIMPLEMENTED'
  | 'INTERNAL'
  | 'UNAVAILABLE'
  | 'DATA_LOSS'
  | 'UNAUTHENTICATED';

function row<S extends GrpcStatusName>(meaning: string, grpc: S, retryable: boolean) {
  return { meaning, grpc, retryable };
}
