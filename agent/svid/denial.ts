import { hasCodeWithin, messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';

/** The server no longer takes the agent's SVID; a new attestation may help. */
export function mustReattest(error: unknown): boolean {
  return hasCodeWithin(
    error,
    'AGENT_EXPIRED',
    'AGENT_NOT_ATTESTED',
    'AGENT_NOT_ACTIVE',
    'AGENT_MUST_REATTEST',
  );
}

/** The server answered, and what it said is about this agent. */
export function isDenial(error: unknown): boolean {
  return mustReattest(error) || isBanned(error);
}

/** The server wants this agent to hand out nothing: it was evicted or banned. */
export function isWithdrawn(error: unknown): boolean {
  return hasCodeWithin(error, 'AGENT_NOT_ATTESTED', 'AGENT_BANNED');
}

export function isBanned(error: unknown): boolean {
  return hasCodeWithin(error, 'AGENT_BANNED');
}

/** The server understood an attestation and said no; asking again soon will not change its mind. */
export function isRefusal(error: unknown): boolean {
  return hasCodeWithin(
    error,
    'AGENT_BANNED',
    'PERMISSION_DENIED',
    'INVALID_ARGUMENT',
    'JOIN_TOKEN_INVALID',
    'UNAUTHENTICATED',
    'FAILED_PRECONDITION',
  );
}

/** The server's certificate does not chain to the bundle we have. */
export function isUnknownAuthority(error: unknown): boolean {
  return hasCodeWithin(error, 'UNKNOWN_AUTHORITY');
}

/** What the server said first counts; that no new attestation came about is why it lasts. */
export function whyWithdrawn(denial: unknown, error: unknown): unknown {
  if (denial === undefined || denial === error || !(denial instanceof SpiffeError)) return error;
  const text = `${messageOf(denial)}; cannot attest again: ${messageOf(error)}`;
  return new SpiffeError(denial.code, text, { cause: error });
}

/** The refusal of an agent that only a person can bring back, with what that person is to do. */
export function withRemedy(error: unknown): unknown {
  if (!(error instanceof SpiffeError) || !isRefusal(error)) return error;
  const remedy =
    'the X509-SVID of this agent has expired and what it attested with works once: start it with a new join token (`token generate` at the server)';
  return new SpiffeError(error.code, `${messageOf(error)}; ${remedy}`, { cause: error });
}
