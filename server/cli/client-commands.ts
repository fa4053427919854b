import type { Command } from '../../common/cli/command.ts';
import { loggerCommands } from '../../common/cli/logger-commands.ts';
import { serverLoggerService } from '../../common/rpc/services/server-logger.ts';
import { socketFlags, withServer } from './admin-connection.ts';
import { agentCount, agentList } from './agent-list.ts';
import { agentBan, agentEvict, agentShow } from './agent-one.ts';
import { bundleList, bundleShow } from './bundle.ts';
import { debugGetInfo } from './debug.ts';
import { entryCount } from './entry-count.ts';
import { entryCreate } from './entry-create.ts';
import { entryDelete } from './entry-delete.ts';
import { entryShow } from './entry-show.ts';
import { entryUpdate } from './entry-update.ts';
import { healthcheck } from './healthcheck.ts';
import { jwtMint } from './jwt-mint.ts';
import { localAuthorityCommands } from './local-authority.ts';
import { tokenGenerate } from './token.ts';
import { x509Mint } from './x509-mint.ts';

/** The commands that talk to a running server; `run` and `validate` are the composition root's. */
export const clientCommands: readonly Command[] = [
  agentBan,
  agentCount,
  agentEvict,
  agentList,
  agentShow,
  bundleList,
  bundleShow,
  debugGetInfo,
  entryCount,
  entryCreate,
  entryDelete,
  entryShow,
  entryUpdate,
  healthcheck,
  jwtMint,
  ...localAuthorityCommands,
  ...loggerCommands(serverLoggerService, { flags: socketFlags, connect: withServer }),
  tokenGenerate,
  x509Mint,
];
