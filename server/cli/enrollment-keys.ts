import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import { countText, labelledLines } from '../../common/cli/text.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import {
  reviewersService,
  tokensService,
  type PepperKeyMessage,
  type ReviewerMessage,
} from '../../common/rpc/services/fleet.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { momentText } from './moment-text.ts';

/** Ours: which key of the pepper may go. */
export const enrollmentPepperStatus = defineCommand({
  path: ['enrollment', 'pepper', 'status'],
  summary: 'Prints how many tokens are stored under each key of the pepper',
  flags: adminFlags,
  run: async (flags, io) => {
    const answer = await withServer(flags, io, (client) =>
      client.call(tokensService.GetPepperStatus, {}),
    );
    printMessage(io, flags.output, answer, () => answer.keys.map(keyText).join('\n'));
    return exitCodes.ok;
  },
});

/** Ours: with which credentials the server asks clusters. */
export const enrollmentReviewerStatus = defineCommand({
  path: ['enrollment', 'reviewer', 'status'],
  summary: 'Prints the credentials with which clusters are asked, by path and version',
  flags: adminFlags,
  run: async (flags, io) => {
    const answer = await withServer(flags, io, (client) =>
      client.call(reviewersService.ListReviewers, {}),
    );
    const nowMs = (io.clock ?? systemClock).now();
    printMessage(io, flags.output, answer, () => {
      const { reviewers } = answer;
      const title = `Found ${countText(reviewers.length, 'reviewer credential', 'reviewer credentials')}\n`;
      return title + reviewers.map((each) => `\n${reviewerText(each, nowMs)}`).join('');
    });
    return exitCodes.ok;
  },
});

export const enrollmentReviewerRetire = defineCommand({
  path: ['enrollment', 'reviewer', 'retire'],
  summary: 'Ends the previous credentials of a cluster before their grace is over',
  flags: { ...adminFlags, cluster: stringFlag('Name of the cluster in k8s_psat (required)') },
  run: async (flags, io) => {
    if (flags.cluster === '') throw new SpiffeError('INVALID_ARGUMENT', 'cluster must be given');
    const answer = await withServer(flags, io, (client) =>
      client.call(reviewersService.RetireReviewer, { cluster: flags.cluster }, 'failed to retire'),
    );
    const what = countText(answer.retired, 'credential', 'credentials');
    printMessage(io, flags.output, answer, () => `Retired ${what} of ${flags.cluster}\n`);
    return exitCodes.ok;
  },
});

const roles: Readonly<Record<string, string>> = {
  write: 'readable, written with',
  read: 'readable',
  unknown: 'NOT READABLE here: its tokens are refused',
};

function keyText(key: PepperKeyMessage): string {
  const total = key.join_tokens + key.cluster_tokens + key.node_tokens;
  const isFree = key.role === 'read' && total === 0;
  return labelledLines(16, [
    ['Key', key.id],
    ['Role', roles[key.role] ?? key.role],
    ['Join tokens', key.join_tokens],
    ['Cluster tokens', key.cluster_tokens],
    ['Node tokens', key.node_tokens],
    ['Removable', isFree ? 'yes, once no server writes with it' : undefined],
  ]);
}

const states: Readonly<Record<string, string>> = {
  refused: 'REFUSED: not in use, looked at again every 30 s',
  unreadable: 'NOT READABLE: not in use',
};

function reviewerText(reviewer: ReviewerMessage, nowMs: number): string {
  const moment = (ms: number) => momentText(ms, nowMs);
  return labelledLines(16, [
    ['Cluster', reviewer.cluster],
    ['Version', reviewer.version || undefined],
    ['State', states[reviewer.state] ?? reviewer.state],
    ['Path', reviewer.path || undefined],
    ['Detail', reviewer.detail || undefined],
    ['Current since', moment(reviewer.current_since_ms)],
    ['Previous since', moment(reviewer.previous_since_ms)],
    ['Retired', moment(reviewer.retired_at_ms)],
  ]);
}
