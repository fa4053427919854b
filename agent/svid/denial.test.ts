import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '../../common/errors/codes.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import {
  isBanned,
  isDenial,
  isRefusal,
  isUnknownAuthority,
  isWithdrawn,
  mustReattest,
} from './denial.ts';

const judgements = { isDenial, mustReattest, isWithdrawn, isBanned, isRefusal, isUnknownAuthority };
type Judgement = keyof typeof judgements;
const rows: Readonly<Partial<Record<ErrorCode, readonly Judgement[]>>> = {
  AGENT_EXPIRED: ['isDenial', 'mustReattest'],
  AGENT_NOT_ACTIVE: ['isDenial', 'mustReattest'],
  AGENT_MUST_REATTEST: ['isDenial', 'mustReattest'],
  AGENT_NOT_ATTESTED: ['isDenial', 'mustReattest', 'isWithdrawn'],
  AGENT_BANNED: ['isDenial', 'isWithdrawn', 'isBanned', 'isRefusal'],
  PERMISSION_DENIED: ['isRefusal'],
  INVALID_ARGUMENT: ['isRefusal'],
  JOIN_TOKEN_INVALID: ['isRefusal'],
  UNAUTHENTICATED: ['isRefusal'],
  FAILED_PRECONDITION: ['isRefusal'],
  UNKNOWN_AUTHORITY: ['isUnknownAuthority'],
  UNAVAILABLE: [],
  INTERNAL: [],
};
for (const [code, expected] of Object.entries(rows)) {
  test(`${code} is judged ${expected.join(', ') || 'by nobody'}, however deep it lies`, () => {
    const inner = new SpiffeError(code as ErrorCode, 'no');
    const wrapped = new Error('outer', {
      cause: new SpiffeError('INTERNAL', 'middle', { cause: inner }),
    });
    for (const error of [inner, wrapped]) {
      const found = Object.entries(judgements).filter(([, judge]) => judge(error));
      assert.deepEqual(
        found.map(([name]) => name),
        expected,
      );
    }
  });
}
