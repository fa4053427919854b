import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { printMessage } from '../../common/cli/output.ts';
import { svidChainText } from '../../common/cli/svid-chain-text.ts';
import { formatDuration } from '../../common/config/duration.ts';
import { serverDebugService } from '../../common/rpc/services/server-debug.ts';
import { adminFlags, withServer } from './admin-connection.ts';

export const debugGetInfo = defineCommand({
  path: ['debug', 'getinfo'],
  summary: 'Prints debug information about the server',
  flags: adminFlags,
  run: async (flags, io) => {
    const info = await withServer(flags, io, (client) =>
      client.call(serverDebugService.GetInfo, {}),
    );
    printMessage(io, flags.output, info, () =>
      [
        'Server Debug Info:\n',
        `  Uptime:                  ${formatDuration(info.uptime * 1000)}\n`,
        `  Registered Agents:       ${info.agents_count}\n`,
        `  Registration Entries:    ${info.entries_count}\n`,
        `  Federated Bundles:       ${info.federated_bundles_count}\n`,
        svidChainText(info.svid_chain),
      ].join(''),
    );
    return exitCodes.ok;
  },
});
