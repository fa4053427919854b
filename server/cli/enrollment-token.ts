import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { intFlag, stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { countText, labelledLines } from '../../common/cli/text.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { tokensService, type BootstrapTokenMessage } from '../../common/rpc/services/fleet.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { momentText } from './moment-text.ts';
import { checkSeconds, secondsFlag } from './seconds.ts';
import { printWarnings } from './warnings.ts';

/** Ours: a token for several nodes, beside `token generate` for one. */
export const enrollmentTokenCreate = defineCommand({
  path: ['enrollment', 'token', 'create'],
  summary: 'Creates a token with which several nodes can become agents; it is shown this once',
  flags: {
    ...adminFlags,
    maxUses: intFlag('How many nodes it admits (required)'),
    ttl: secondsFlag('How long it admits nodes: seconds, or a duration as 24h', 24 * 3_600),
    description: stringFlag('What it is for, to tell tokens apart'),
    profile: stringFlag('Enrolment profile that its agents are enrolled by (optional)'),
    spiffeID: stringFlag('Additional SPIFFE ID that each of its nodes gets (optional)'),
  },
  run: async (flags, io) => {
    if (flags.maxUses < 1) {
      throw new SpiffeError('INVALID_ARGUMENT', 'maxUses must be given, and at least 1');
    }
    const request = {
      max_uses: flags.maxUses,
      ttl_seconds: checkSeconds(flags.ttl, 'ttl'),
      description: flags.description,
      profile: flags.profile,
      spiffe_id: flags.spiffeID,
    };
    const answer = await withServer(flags, io, (client) =>
      client.call(tokensService.CreateClusterToken, request, 'failed to create token'),
    );
    const nowMs = (io.clock ?? systemClock).now();
    printWarnings(io, answer.warnings);
    printMessage(io, flags.output, answer, () => {
      const info = answer.info === null ? '' : tokenText(answer.info, nowMs);
      return `Token: ${answer.token}\n${info}`;
    });
    return exitCodes.ok;
  },
});

export const enrollmentTokenList = defineCommand({
  path: ['enrollment', 'token', 'list'],
  summary: 'Lists the tokens with which nodes can become agents, without their texts',
  flags: adminFlags,
  run: async (flags, io) => {
    const tokens = await withServer(flags, io, listAllTokens);
    const nowMs = (io.clock ?? systemClock).now();
    printMessage(io, flags.output, { tokens, next_page_token: '' }, () => {
      const title = `Found ${countText(tokens.length, 'token', 'tokens')}\n`;
      return title + tokens.map((token) => `\n${tokenText(token, nowMs)}`).join('');
    });
    return exitCodes.ok;
  },
});

export const enrollmentTokenRevoke = defineCommand({
  path: ['enrollment', 'token', 'revoke'],
  summary: 'Revokes a token: it admits nobody from now on; agents that it admitted stay',
  flags: { ...adminFlags, id: stringFlag('ID of the token, not the token itself (required)') },
  run: async (flags, io) => {
    if (flags.id === '') throw new SpiffeError('INVALID_ARGUMENT', 'id must be given');
    // What somebody pastes by mistake must not get into the audit log.
    if (flags.id.startsWith('sigil-')) {
      throw new SpiffeError('INVALID_ARGUMENT', 'id must be the ID of the token, not the token');
    }
    const answer = await withServer(flags, io, (client) =>
      client.call(tokensService.RevokeToken, { id: flags.id }, 'failed to revoke token'),
    );
    printMessage(io, flags.output, answer, () => `Token ${flags.id} revoked\n`);
    return exitCodes.ok;
  },
});

async function listAllTokens(client: RpcClient): Promise<BootstrapTokenMessage[]> {
  const tokens: BootstrapTokenMessage[] = [];
  let token = '';
  do {
    const request = { page_size: 500, page_token: token };
    const page = await client.call(tokensService.ListTokens, request);
    tokens.push(...page.tokens);
    token = page.next_page_token;
  } while (token !== '');
  return tokens;
}

function tokenText(token: BootstrapTokenMessage, nowMs: number): string {
  const moment = (ms: number) => momentText(ms, nowMs);
  return labelledLines(16, [
    ['ID', token.id],
    ['Kind', token.kind],
    ['Description', token.description || undefined],
    ['Uses', `${token.uses} of ${token.max_uses}`],
    ['Expires', moment(token.expires_at_ms)],
    ['Created', moment(token.created_at_ms)],
    ['Last used', moment(token.last_used_at_ms)],
    ['Revoked', moment(token.revoked_at_ms)],
    ['Profile', token.profile || undefined],
    ['SPIFFE ID', token.spiffe_id || undefined],
    ['Pepper key', token.key_id],
  ]);
}
