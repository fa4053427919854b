import type { Command } from '../../common/cli/command.ts';
import { loggerCommands } from '../../common/cli/logger-commands.ts';
import { agentLoggerService } from '../../common/rpc/services/agent-logger.ts';
import { adminSocketFlags, withAdminSocket } from './connections.ts';
import { debugGetInfo } from './debug.ts';
import { envoyBootstrap } from './envoy-bootstrap.ts';
import { envoyLint } from './envoy-lint.ts';
import { explain } from './explain.ts';
import { fetchJwt } from './fetch-jwt.ts';
import { fetchX509Commands } from './fetch-x509.ts';
import { healthcheck } from './healthcheck.ts';
import { sdsList } from './sds-list.ts';
import { status } from './status.ts';
import { validateJwt } from './validate-jwt.ts';
import { apiWatch } from './watch.ts';

/** The commands that talk to a running agent or to nobody; `run` and `validate` are the composition root's. */
export const clientCommands: readonly Command[] = [
  ...fetchX509Commands,
  fetchJwt,
  validateJwt,
  apiWatch,
  debugGetInfo,
  envoyBootstrap,
  envoyLint,
  explain,
  healthcheck,
  sdsList,
  status,
  ...loggerCommands(agentLoggerService, { flags: adminSocketFlags, connect: withAdminSocket }),
];
