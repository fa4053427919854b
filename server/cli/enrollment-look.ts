import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { intFlag, stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import { countText } from '../../common/cli/text.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import {
  serverEnrollmentService as service,
  type CheckPodMessage,
} from '../../common/rpc/services/server-enrollment.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { checksText, driftText } from './enrollment-text.ts';

/** Exits with 1 when a check fails, so that scripts can ask; what is not bound yet fails none. */
export const enrollmentCheck = defineCommand({
  path: ['enrollment', 'check'],
  summary: 'Runs every check of an enrolment profile on a pod, without enrolling it',
  flags: {
    ...adminFlags,
    pod: stringFlag('NAMESPACE/NAME of the pod (required)'),
    profile: stringFlag('Name of the profile; not needed when there is one only'),
    version: intFlag('Version to check by; default: the one in force, else the staged one'),
  },
  run: async (flags, io) => {
    if (flags.pod === '') {
      throw new SpiffeError('INVALID_ARGUMENT', 'pod is required, as NAMESPACE/NAME');
    }
    const [, namespace, pod] = /^([^/]+)\/([^/]+)$/.exec(flags.pod) ?? [];
    if (namespace === undefined || pod === undefined) {
      throw new SpiffeError('INVALID_ARGUMENT', 'pod must have the form NAMESPACE/NAME');
    }
    const { profile, version } = flags;
    const request = { profile, version, namespace, pod };
    const answer = await withServer(flags, io, (client) =>
      client.call(service.CheckPod, request, 'failed to check pod'),
    );
    printMessage(io, flags.output, answer, () => {
      return `Pod ${flags.pod} ${verdictText(answer)}\n\n${checksText(answer.checks)}`;
    });
    return answer.passes ? exitCodes.ok : exitCodes.failed;
  },
});

function verdictText(answer: CheckPodMessage): string {
  const { passes, profile, staged_version: staged, state, version } = answer;
  const verdict = passes ? 'would be enrolled' : 'would be refused';
  const once = state === 'staged' ? ' once that is bound' : '';
  const other =
    staged === 0 || staged === version ? '' : `; -version ${staged} checks the staged one`;
  return `${verdict} by profile ${profile} version ${version}${once}${other}`;
}

export const enrollmentDrift = defineCommand({
  path: ['enrollment', 'drift'],
  summary: 'Lists agents and pods that no longer match their enrolment profile; stops nothing',
  flags: { ...adminFlags, profile: stringFlag('Only this profile') },
  run: async (flags, io) => {
    const answer = await withServer(flags, io, (client) =>
      client.call(service.ListDrift, { profile: flags.profile }, 'failed to look for drift'),
    );
    printMessage(io, flags.output, answer, () => {
      const title = `Found ${countText(answer.drifts.length, 'drift', 'drifts')}\n`;
      return title + answer.drifts.map((each) => `\n${driftText(each)}`).join('');
    });
    if (answer.unread.length > 0) {
      const names = answer.unread.join(', ');
      throw new SpiffeError(
        'UNAVAILABLE',
        `the cluster of ${names} could not be read, see the server's log`,
      );
    }
    return exitCodes.ok;
  },
});
