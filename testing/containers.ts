import { GenericContainer, Wait, type StartedNetwork } from 'testcontainers';
import { agentConfiguration, serverConfiguration, socketPath } from './configuration.ts';

/** The images that are started; each has a default that docker-compose.yml uses too. */
export interface SigilImages {
  readonly server?: string;
  readonly agent?: string;
  readonly envoy?: string;
}

export const defaultImages = {
  server: 'sigil-server:0.1.0',
  agent: 'sigil-agent:0.1.0',
  envoy: 'envoyproxy/envoy:distroless-v1.40.0',
};

const startupMs = 60_000;

export function serverContainer(image: string, trustDomain: string, network: StartedNetwork) {
  return new GenericContainer(image)
    .withNetwork(network)
    .withNetworkAliases('server')
    .withCommand(['run', '-config', '/etc/sigil/server.conf'])
    .withCopyContentToContainer([
      { content: serverConfiguration(trustDomain), target: '/etc/sigil/server.conf' },
    ])
    .withWaitStrategy(healthy('sigil-server'));
}

interface AgentParts {
  readonly trustDomain: string;
  readonly bundlePem: string;
  readonly joinToken: string;
  /** The Docker engine's socket, and a folder for the agent's, both on the engine's machine. */
  readonly dockerSocketPath: string;
  readonly socketFolder: string;
}

export function agentContainer(image: string, network: StartedNetwork, parts: AgentParts) {
  return new HostPidContainer(image)
    .withHostPid()
    .withNetwork(network)
    .withCommand(['run', '-config', '/etc/sigil/agent.conf', '-joinToken', parts.joinToken])
    .withCopyContentToContainer([
      { content: agentConfiguration(parts.trustDomain), target: '/etc/sigil/agent.conf' },
      { content: parts.bundlePem, target: '/etc/sigil/bundle.pem' },
    ])
    .withBindMounts([
      { source: parts.dockerSocketPath, target: '/run/docker.sock', mode: 'ro' },
      { source: parts.socketFolder, target: '/run/sigil', mode: 'rw' },
    ])
    .withWaitStrategy(healthy('sigil-agent'));
}

function healthy(program: string) {
  return Wait.forSuccessfulCommand(
    `${program} healthcheck -socketPath ${socketPath}`,
  ).withStartupTimeout(startupMs);
}

/** The agent looks up its callers by their process IDs, which only the machine's namespace has. */
class HostPidContainer extends GenericContainer {
  withHostPid(): this {
    this.hostConfig.PidMode = 'host';
    return this;
  }
}
