import type { Command } from '../../common/cli/command.ts';
import { loggerCommands } from '../../common/cli/logger-commands.ts';
import { serverLoggerService } from '../../common/rpc/services/server-logger.ts';
import { socketFlags, withServer } from './admin-connection.ts';
import { agentAuthorizedEntries } from './agent-authorized-entries.ts';
import { agentCount, agentList } from './agent-list.ts';
import { agentBan, agentEvict, agentShow } from './agent-one.ts';
import { agentPurge } from './agent-purge.ts';
import { agentStatus } from './agent-status.ts';
import { bundleCount, bundleDelete, bundleSet } from './bundle-write.ts';
import { bundleList, bundleShow } from './bundle.ts';
import { debugGetInfo } from './debug.ts';
import {
  enrollmentPepperStatus,
  enrollmentReviewerRetire,
  enrollmentReviewerStatus,
} from './enrollment-keys.ts';
import { enrollmentCheck, enrollmentDrift } from './enrollment-look.ts';
import { enrollmentProfilePrepare } from './enrollment-prepare.ts';
import {
  enrollmentProfileBind,
  enrollmentProfileCreate,
  enrollmentProfileList,
  enrollmentProfileRetire,
  enrollmentProfileShow,
  enrollmentProfileUpdate,
} from './enrollment-profile.ts';
import {
  enrollmentTokenCreate,
  enrollmentTokenList,
  enrollmentTokenRevoke,
} from './enrollment-token.ts';
import { entryApply } from './entry-apply.ts';
import { entryCount } from './entry-count.ts';
import { entryCreate } from './entry-create.ts';
import { entryDelete } from './entry-delete.ts';
import { entryExplain } from './entry-explain.ts';
import { entryShow } from './entry-show.ts';
import { entryUpdate } from './entry-update.ts';
import { federationCreate, federationUpdate } from './federation-write.ts';
import {
  federationDelete,
  federationList,
  federationRefresh,
  federationShow,
} from './federation.ts';
import { healthcheck } from './healthcheck.ts';
import { jwtMint } from './jwt-mint.ts';
import { localAuthorityCommands } from './local-authority.ts';
import { tokenGenerate } from './token.ts';
import { upstreamAuthorityRevoke, upstreamAuthorityTaint } from './upstream-authority.ts';
import { x509Mint } from './x509-mint.ts';

/** The commands that talk to a running server; `run` and `validate` are the composition root's. */
export const clientCommands: readonly Command[] = [
  agentAuthorizedEntries,
  agentBan,
  agentCount,
  agentEvict,
  agentList,
  agentPurge,
  agentShow,
  agentStatus,
  bundleCount,
  bundleDelete,
  bundleList,
  bundleSet,
  bundleShow,
  debugGetInfo,
  enrollmentCheck,
  enrollmentDrift,
  enrollmentPepperStatus,
  enrollmentProfileBind,
  enrollmentProfileCreate,
  enrollmentProfileList,
  enrollmentProfilePrepare,
  enrollmentProfileRetire,
  enrollmentProfileShow,
  enrollmentProfileUpdate,
  enrollmentReviewerRetire,
  enrollmentReviewerStatus,
  enrollmentTokenCreate,
  enrollmentTokenList,
  enrollmentTokenRevoke,
  entryApply,
  entryCount,
  entryCreate,
  entryDelete,
  entryExplain,
  entryShow,
  entryUpdate,
  federationCreate,
  federationDelete,
  federationList,
  federationRefresh,
  federationShow,
  federationUpdate,
  healthcheck,
  jwtMint,
  ...localAuthorityCommands,
  ...loggerCommands(serverLoggerService, { flags: socketFlags, connect: withServer }),
  tokenGenerate,
  upstreamAuthorityRevoke,
  upstreamAuthorityTaint,
  x509Mint,
];
