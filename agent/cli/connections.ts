import type { CliIo } from '../../common/cli/command.ts';
import { durationFlag, stringFlag, type Flag } from '../../common/cli/flags.ts';
import { withRpcClient, type RpcClient } from '../../common/cli/rpc-client.ts';
import { agentPublicSocket, chooseSocketPath } from '../../common/cli/socket-path.ts';

/** The flags that name the agent's public socket. */
export function publicSocketFlags(what = 'Agent API Unix domain socket') {
  return {
    socketPath: stringFlag(`Path to the SPIRE ${what}`, agentPublicSocket.defaultPath),
    instance: stringFlag(
      `Instance name to substitute into socket templates (env ${agentPublicSocket.templateVariable}).`,
    ),
  };
}

/** The flags of the `api` commands that end. */
export const workloadFlags = { ...publicSocketFlags(), timeout: timeoutFlag() };

/** The flag that names the admin socket; it has no environment variable. */
export const adminSocketFlags = {
  socketPath: stringFlag(
    'Path to the SPIRE Agent admin API socket',
    '/tmp/spire-agent/private/admin.sock',
  ),
};

interface PublicSocketValues {
  readonly socketPath: string;
  readonly instance: string;
  /** Milliseconds; without it calls last as long as they like. */
  readonly timeout?: number;
}

/** Runs a command's calls over the Workload API, with the header it demands (SPIFFE Workload API §3). */
export function withWorkloadApi<T>(
  flags: PublicSocketValues,
  io: CliIo,
  run: (client: RpcClient) => Promise<T>,
): Promise<T> {
  return withRpcClient(
    {
      socketPath: publicPath(flags, io),
      peer: 'agent',
      place: publicPlace,
      metadata: { 'workload.spiffe.io': 'true' },
      ...(flags.timeout === undefined ? {} : { timeoutMs: flags.timeout }),
    },
    run,
  );
}

/** Runs a command's calls over the public socket, for services that are not the Workload API. */
export function withPublicSocket<T>(
  flags: PublicSocketValues,
  io: CliIo,
  run: (client: RpcClient) => Promise<T>,
): Promise<T> {
  return withRpcClient(
    { socketPath: publicPath(flags, io), peer: 'agent', place: publicPlace },
    run,
  );
}

/** Runs a command's calls over the admin socket. */
export function withAdminSocket<T>(
  flags: { readonly socketPath: string },
  _: CliIo,
  run: (client: RpcClient) => Promise<T>,
): Promise<T> {
  return withRpcClient({ socketPath: flags.socketPath, peer: 'agent', place: adminPlace }, run);
}

const publicPlace = 'the public socket of the agent (socket_path)';
const adminPlace = 'the admin socket of a sigil-agent (admin_socket_path)';

function publicPath({ socketPath, instance }: PublicSocketValues, io: CliIo): string {
  return chooseSocketPath({ socketPath, instance, env: io.env }, agentPublicSocket);
}

function timeoutFlag(): Flag<number> {
  return { ...durationFlag('Time to wait for a response', 5000), placeholder: 'value' };
}
