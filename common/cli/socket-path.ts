import { SpiffeError } from '../errors/spiffe-error.ts';

interface SocketChoice {
  /** What `-socketPath` holds, given or not. */
  readonly socketPath: string;
  readonly instance: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where the name of a socket may come from. */
interface SocketPlace {
  readonly defaultPath: string;
  /** Environment variable with the path. */
  readonly pathVariable: string;
  /** Environment variable with a path that has `%i` where the instance goes. */
  readonly templateVariable: string;
}

export const serverPrivateSocket: SocketPlace = {
  defaultPath: '/tmp/spire-server/private/api.sock',
  pathVariable: 'SPIRE_SERVER_PRIVATE_SOCKET',
  templateVariable: 'SPIRE_SERVER_PRIVATE_SOCKET_TEMPLATE',
};

export const agentPublicSocket: SocketPlace = {
  defaultPath: '/tmp/spire-agent/public/api.sock',
  pathVariable: 'SPIRE_AGENT_PUBLIC_SOCKET',
  templateVariable: 'SPIRE_AGENT_PUBLIC_SOCKET_TEMPLATE',
};

/**
 * The socket a command talks to: `-socketPath` when it is not the default, else the template with
 * `-instance`, else the environment, else the default (SPIRE 1.15). Throws INVALID_ARGUMENT.
 */
export function chooseSocketPath(choice: SocketChoice, place: SocketPlace): string {
  const { socketPath, instance, env } = choice;
  if (socketPath !== place.defaultPath) return checked(socketPath);
  if (instance !== '') return checked(fromTemplate(instance, env, place.templateVariable));
  const fromEnv = env[place.pathVariable];
  return checked(fromEnv === undefined || fromEnv === '' ? socketPath : fromEnv);
}

function fromTemplate(instance: string, env: SocketChoice['env'], variable: string): string {
  const template = env[variable] ?? '';
  if (template === '') {
    const rule = `you must define ${variable} to use the instance flag`;
    throw new SpiffeError('INVALID_ARGUMENT', rule);
  }
  if (!template.includes('%i')) {
    throw new SpiffeError('INVALID_ARGUMENT', `failed to find %i in ${variable}`);
  }
  return template.replaceAll('%i', () => instance);
}

function checked(path: string): string {
  const bytes = Buffer.byteLength(path);
  if (path !== '' && bytes <= longestPathBytes && !path.includes('\0')) return path;
  throw new SpiffeError(
    'INVALID_ARGUMENT',
    `socket path ${JSON.stringify(path.slice(0, 256))} must have 1 to ${longestPathBytes} bytes`,
  );
}

/** `sun_path` holds 108 bytes with the closing zero (unix(7)). */
const longestPathBytes = 107;
