import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../clock/clock.ts';
import { hasCode } from '../errors/spiffe-error.ts';
import type { Logger } from '../log/logger.ts';
import { createCallerReader } from '../peertracker/peer-tracker.ts';
import type { Channel, ServedMethod } from './contract.ts';
import { dialUnix } from './rpc-channel.ts';
import { createRpcServer, type RpcServer } from './rpc-server.ts';
import { goPluginService, pluginInitService } from './services/plugin-protocol.ts';

/** What a host serves to its plugins. */
export interface HostServices {
  /** Full service names. */
  readonly names: readonly string[];
  readonly methods: readonly ServedMethod[];
}

interface PluginSessionOptions {
  /** Where the plugin serves. */
  readonly socketPath: string;
  /** Where the host's socket is made; only we and the plugin may enter it. */
  readonly folder: string;
  readonly hostServices: HostServices;
  /** Hears what the plugin writes after its handshake; SPIRE drops it. */
  readonly onOutput: (text: string) => void;
  readonly log: Logger;
  readonly clock: Clock;
  /** Ends the wait for a plugin that does not answer its initialization. */
  readonly signal: AbortSignal;
}

/** A conversation with a plugin that has been initialized. */
export interface PluginSession {
  readonly channel: Channel;
  /** The full names of what the plugin serves. */
  readonly services: readonly string[];
  /** Says goodbye in go-plugin's order; what fails is of no interest any more. */
  shutdown(): Promise<void>;
  /** Drops it without a word, for a plugin that is gone. */
  close(): Promise<void>;
}

/**
 * Speaks go-plugin's protocol to a plugin that just started: announces the host's services through its
 * broker, drains its output, initializes it. Throws what the plugin answers, or UNAVAILABLE.
 */
export async function openPluginSession(options: PluginSessionOptions): Promise<PluginSession> {
  const { hostServices, socketPath } = options;
  const host = createRpcServer({
    methods: hostServices.methods,
    log: options.log,
    clock: options.clock,
  });
  const channel = dialUnix(socketPath, {
    maxMessageBytes,
    firstRedialMs: 50,
    longestRedialMs: 1_000,
  });
  const ending = new AbortController();
  const close = async () => {
    ending.abort();
    channel.close();
    await host.close({ graceMs: 0 });
  };
  try {
    const address = join(options.folder, `host-${randomUUID().slice(0, 8)}.sock`);
    await serveHost(host, address);
    drainOutput(channel, options.onOutput, ending.signal);
    await announce(channel, address, ending.signal);
    const request = { host_service_names: [...hostServices.names] };
    const { signal } = options;
    const answer = await channel.unary(pluginInitService.Init, request, {
      timeoutMs: initMs,
      signal,
    });
    return {
      channel,
      services: answer.plugin_service_names,
      close,
      async shutdown() {
        await farewell(channel, options.log);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function serveHost(host: RpcServer, path: string): Promise<void> {
  return host.listenUnix({
    path,
    mode: 0o600,
    folderMode: 0o700,
    trackPeers: createCallerReader(),
  });
}

/** The broker's stream stays open: a plugin that sees it end takes the host for gone. */
async function announce(channel: Channel, address: string, signal: AbortSignal): Promise<void> {
  const stream = channel.open(goPluginService.StartStream, { signal });
  void readAll(stream.messages, () => undefined);
  await stream.send({ service_id: hostServiceId, network: 'unix', address });
}

/** It must be read, or a plugin that writes much stands still. */
function drainOutput(
  channel: Channel,
  onOutput: (text: string) => void,
  signal: AbortSignal,
): void {
  const stream = channel.open(goPluginService.StreamStdio, { signal });
  const sent = stream.send({});
  sent.then(() => stream.end()).catch(() => undefined);
  void readAll(stream.messages, ({ data }) => {
    const text = Buffer.from(data.subarray(0, longestOutput)).toString('utf8').trimEnd();
    if (text !== '') onOutput(text);
  });
}

async function farewell(channel: Channel, log: Logger): Promise<void> {
  try {
    await channel.unary(pluginInitService.Deinit, {}, { timeoutMs: deinitMs });
    log.debug('Plugin deinitialized');
  } catch (error) {
    // Plugins of older SDKs do not have it.
    if (!hasCode(error, 'UNIMPLEMENTED')) log.error('Failed to deinitialize plugin', { error });
  }
  // It answers and is gone, or is gone without an answer.
  await channel
    .unary(goPluginService.Shutdown, {}, { timeoutMs: shutdownMs })
    .catch(() => undefined);
}

async function readAll<T>(messages: AsyncIterable<T>, onMessage: (message: T) => void) {
  try {
    for await (const message of messages) onMessage(message);
  } catch {
    // The plugin ended, or never had the service: whoever waits for its process hears of that.
  }
}

/** SPIRE's number for the services of the host. */
const hostServiceId = 1;
/** SPIRE sets no limit; ten times what any plugin was seen to send. */
const maxMessageBytes = 64 * 1024 * 1024;
const initMs = 60_000;
const deinitMs = 10_000;
const shutdownMs = 2_000;
const longestOutput = 16 * 1024;
