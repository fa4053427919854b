import { sigil } from '../../../proto/gen/server-watch.js';
import { serverStream } from './method.ts';

const service = 'sigil.server.v1.Watch';
const { v1 } = sigil.server;

/** The methods of `sigil.server.v1.Watch`. */
export const serverWatchService = {
  WatchChanges: serverStream(
    `${service}/WatchChanges`,
    v1.WatchChangesRequest,
    v1.WatchChangesResponse,
  ),
};

/** The messages by name, for those who map them. */
export type WatchChangesRequest = InstanceType<typeof v1.WatchChangesRequest>;
export type WatchChangesResponse = InstanceType<typeof v1.WatchChangesResponse>;
