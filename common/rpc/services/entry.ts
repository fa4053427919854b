import { spire } from '../../../proto/gen/spire-api.js';
import { bidi, unary } from './method.ts';

const service = 'spire.api.server.entry.v1.Entry';
const { v1 } = spire.api.server.entry;
const { types } = spire.api;

/** The methods of `spire.api.server.entry.v1.Entry`. */
export const entryService = {
  CountEntries: unary(`${service}/CountEntries`, v1.CountEntriesRequest, v1.CountEntriesResponse),
  ListEntries: unary(`${service}/ListEntries`, v1.ListEntriesRequest, v1.ListEntriesResponse),
  GetEntry: unary(`${service}/GetEntry`, v1.GetEntryRequest, types.Entry),
  BatchCreateEntry: unary(
    `${service}/BatchCreateEntry`,
    v1.BatchCreateEntryRequest,
    v1.BatchCreateEntryResponse,
  ),
  BatchUpdateEntry: unary(
    `${service}/BatchUpdateEntry`,
    v1.BatchUpdateEntryRequest,
    v1.BatchUpdateEntryResponse,
  ),
  BatchDeleteEntry: unary(
    `${service}/BatchDeleteEntry`,
    v1.BatchDeleteEntryRequest,
    v1.BatchDeleteEntryResponse,
  ),
  GetAuthorizedEntries: unary(
    `${service}/GetAuthorizedEntries`,
    v1.GetAuthorizedEntriesRequest,
    v1.GetAuthorizedEntriesResponse,
  ),
  SyncAuthorizedEntries: bidi(
    `${service}/SyncAuthorizedEntries`,
    v1.SyncAuthorizedEntriesRequest,
    v1.SyncAuthorizedEntriesResponse,
  ),
};
