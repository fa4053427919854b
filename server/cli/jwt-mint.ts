import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { durationFlag, listFlag, stringFlag } from '../../common/cli/flags.ts';
import { formatRfc3339 } from '../../common/cli/go-time.ts';
import { printMessage } from '../../common/cli/output.ts';
import { spiffeIdToMessage } from '../../common/cli/spiffe-id-message.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { writeFileAtomically } from '../../common/files/atomic-file.ts';
import { svidService } from '../../common/rpc/services/svid.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { secondsOf } from './seconds.ts';

export const jwtMint = defineCommand({
  path: ['jwt', 'mint'],
  summary: 'Mints a JWT-SVID',
  flags: {
    ...adminFlags,
    spiffeID: stringFlag('SPIFFE ID of the JWT-SVID'),
    audience: listFlag(
      'Audience claim that will be included in the SVID. Can be used more than once.',
    ),
    ttl: durationFlag('TTL of the JWT-SVID'),
    write: stringFlag('File to write token to instead of stdout'),
  },
  run: async (flags, io) => {
    if (flags.spiffeID === '') {
      throw new SpiffeError('INVALID_ARGUMENT', 'spiffeID must be specified');
    }
    if (flags.audience.length === 0) {
      throw new SpiffeError('INVALID_ARGUMENT', 'at least one audience must be specified');
    }
    const id = spiffeIdToMessage(flags.spiffeID);
    const request = { id, ttl: secondsOf(flags.ttl, 'TTL'), audience: flags.audience };
    const response = await withServer(flags, io, (client) =>
      client.call(svidService.MintJWTSVID, request, 'unable to mint SVID'),
    );
    const { token, expires_at: expiresAt } = response.svid ?? { token: '', expires_at: 0 };
    if (token === '') throw new SpiffeError('INTERNAL', 'server response missing token');
    if (expiresAt * 1000 - (io.clock ?? systemClock).now() < flags.ttl) {
      const expiry = JSON.stringify(formatRfc3339(expiresAt * 1000));
      io.stderr.write(
        `JWT-SVID lifetime was capped shorter than specified ttl; expires ${expiry}\n`,
      );
    }
    if (flags.write === '') {
      printMessage(io, flags.output, response, () => `${token}\n`);
    } else {
      writeFileAtomically(flags.write, token, 0o600);
      io.stdout.write(`JWT-SVID written to ${flags.write}\n`);
    }
    return exitCodes.ok;
  },
});
