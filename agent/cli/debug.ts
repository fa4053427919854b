import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { formatRfc3339 } from '../../common/cli/go-time.ts';
import { outputFlag, printMessage } from '../../common/cli/output.ts';
import { svidChainText } from '../../common/cli/svid-chain-text.ts';
import { formatDuration } from '../../common/config/duration.ts';
import { agentDebugService } from '../../common/rpc/services/agent-debug.ts';
import { adminSocketFlags, withAdminSocket } from './connections.ts';

export const debugGetInfo = defineCommand({
  path: ['debug', 'getinfo'],
  summary: 'Prints debug information about the agent',
  flags: { ...adminSocketFlags, output: outputFlag() },
  run: async (flags, io) => {
    const info = await withAdminSocket(flags, io, (client) =>
      client.call(agentDebugService.GetInfo, {}),
    );
    const { last_sync_success: lastSync } = info;
    printMessage(io, flags.output, info, () =>
      [
        'Agent Debug Info:\n',
        `  Uptime:                          ${formatDuration(info.uptime * 1000)}\n`,
        `  Last Sync Success:               ${lastSync === 0 ? '(never)' : formatRfc3339(lastSync * 1000)}\n`,
        `  Cached X.509 SVIDs:              ${info.cached_x509_svids_count}\n`,
        `  Cached JWT SVIDs:                ${info.cached_jwt_svids_count}\n`,
        `  Cached SVID Store X.509 SVIDs:   ${info.cached_svidstore_x509_svids_count}\n`,
        svidChainText(info.svid_chain),
      ].join(''),
    );
    return exitCodes.ok;
  },
});
