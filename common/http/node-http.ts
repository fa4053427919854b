import type * as NodeHttp from 'node:http';
import { createRequire } from 'node:module';

/**
 * `node:http` without what an import of it loads: its WebSocket, and a whole client for the web with it, two
 * megabytes of an idle agent.
 */
export const { Agent, request } = createRequire(import.meta.url)('node:http') as typeof NodeHttp;
export type Agent = NodeHttp.Agent;
