import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import { countText } from '../../common/cli/text.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { serverEnrollmentService as service } from '../../common/rpc/services/server-enrollment.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { checksText, driftText } from './enrollment-text.ts';

/** Exits with 1 when a check fails, so that scripts can ask. */
export const enrollmentCheck = defineCommand({
  path: ['enrollment', 'check'],
  summary: 'Runs every check of an enrolment profile on a pod, without enrolling it',
  flags: {
    ...adminFlags,
    pod: stringFlag('NAMESPACE/NAME of the pod'),
    profile: stringFlag('Name of the profile; not needed when there is one only'),
  },
  run: async (flags, io) => {
    const [, namespace, pod] = /^([^/]+)\/([^/]+)$/.exec(flags.pod) ?? [];
    if (namespace === undefined || pod === undefined) {
      throw new SpiffeError('INVALID_ARGUMENT', 'pod must have the form NAMESPACE/NAME');
    }
    const request = { profile: flags.profile, namespace, pod };
    const answer = await withServer(flags, io, (client) =>
      client.call(service.CheckPod, request, 'failed to check pod'),
    );
    printMessage(io, flags.output, answer, () => {
      const verdict = answer.passes ? 'would be enrolled' : 'would be refused';
      const title = `Pod ${flags.pod} ${verdict} by profile ${answer.profile} version ${answer.version}\n\n`;
      return title + checksText(answer.checks);
    });
    return answer.passes ? exitCodes.ok : exitCodes.failed;
  },
});

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
