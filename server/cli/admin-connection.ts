import type { CliIo } from '../../common/cli/command.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { outputFlag } from '../../common/cli/output.ts';
import { withRpcClient, type RpcClient } from '../../common/cli/rpc-client.ts';
import { chooseSocketPath, serverPrivateSocket } from '../../common/cli/socket-path.ts';

/** The flags that name the server's admin socket. */
export const socketFlags = {
  socketPath: stringFlag('Path to the SPIRE Server API socket', serverPrivateSocket.defaultPath),
  instance: stringFlag(
    `Instance name to substitute into socket templates (env ${serverPrivateSocket.templateVariable}).`,
  ),
};

/** The flags that every command but `healthcheck` has. */
export const adminFlags = { ...socketFlags, output: outputFlag() };

interface SocketFlagValues {
  readonly socketPath: string;
  readonly instance: string;
}

/** Runs a command's calls over the server's admin socket. */
export async function withServer<T>(
  flags: SocketFlagValues,
  io: CliIo,
  run: (client: RpcClient) => Promise<T>,
): Promise<T> {
  const { socketPath, instance } = flags;
  const path = chooseSocketPath({ socketPath, instance, env: io.env }, serverPrivateSocket);
  return withRpcClient({ socketPath: path, peer: 'server' }, run);
}
