// What spire-controller-manager asks of a server, replayed on ours and on a real spire-server: the same answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialUnix, type RpcChannel } from '../../common/rpc/rpc-channel.ts';
import { RpcError } from '../../common/rpc/rpc-error.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { trustDomainService } from '../../common/rpc/services/trust-domain.ts';
import type { Init } from '../../common/rpc/contract.ts';
import type { spire as api } from '../../proto/gen/spire-api.js';
import { startServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { ours, spire } from './peers.ts';

type EntryInit = Init<api.api.types.Entry>;

const trust_domain = 'demo.test';
/** gRPC's codes. */
const alreadyAndNotThere = [6, 5];
const deadline = { timeoutMs: 60_000 };

test('a controller gets the same answers of ours as of a real spire-server, step by step', () =>
  inWorkspace(async (workspace) => {
    const [mine, theirs] = await Promise.all(
      [ours, spire].map(async (programs, at) => {
        const server = await startServer(workspace, { programs, name: `server-${at}` });
        const channel = dialUnix(server.socketPath);
        workspace.defer(() => channel.close());
        return replay(channel);
      }),
    );
    assert.deepEqual(mine?.answers, theirs?.answers);
    assert.ok(mine !== undefined && mine.answers.length > 10);
    // Where SPIRE 1.15 says INTERNAL ours says what is wrong.
    assert.deepEqual([mine.precise, theirs?.precise], [alreadyAndNotThere, [13, 13]]);
  }));

/** Every answer in turn, without what each server makes up for itself. */
async function replay(
  channel: RpcChannel,
): Promise<{ answers: readonly unknown[]; precise: readonly unknown[] }> {
  const answers: unknown[] = [];
  const note = async (what: string, call: Promise<unknown>) => {
    const answer = await call.catch((error: unknown) => {
      assert.ok(error instanceof RpcError);
      return error.grpcCode;
    });
    answers.push([what, plain(answer)]);
  };
  await entries(channel, note);
  return { answers, precise: await relationships(channel, note) };
}

type Note = (what: string, call: Promise<unknown>) => Promise<void>;

async function entries(channel: RpcChannel, note: Note): Promise<void> {
  const create = (all: readonly EntryInit[]) =>
    channel.unary(entryService.BatchCreateEntry, { entries: [...all] }, deadline);
  const update = (all: readonly EntryInit[], input_mask?: Init<api.api.types.EntryMask>) =>
    channel.unary(
      entryService.BatchUpdateEntry,
      { entries: [...all], ...(input_mask !== undefined && { input_mask }) },
      deadline,
    );
  await note('nothing yet', listed(channel));
  const many = Array.from({ length: 7 }, (_, at) => entryOf(`e${at}`));
  await note('entries with chosen ids', create(many));
  await note(
    'each item has its own status',
    create([
      entryOf('good'),
      entryOf('bad id!'),
      entryOf('twin', many[1]),
      { ...entryOf('twin of e1'), ...many[1], id: 'e1-twin' },
      entryOf('without', { selectors: [] }),
      entryOf('reserved', { spiffe_id: { trust_domain, path: '/spire/server' } }),
      entryOf('stranger', { spiffe_id: { trust_domain: 'other.test', path: '/x' } }),
      entryOf('negative', { x509_svid_ttl: -1 }),
      entryOf('federated', { federates_with: ['nobody.test'] }),
      entryOf('full', {
        dns_names: ['b.test'],
        hint: 'internal',
        admin: true,
        downstream: true,
        x509_svid_ttl: 600,
        jwt_svid_ttl: 60,
      }),
    ]),
  );
  // With an ID that is taken ours says what has it; SPIRE 1.15 says only that it is.
  const taken = await create([entryOf('e0', { spiffe_id: { trust_domain, path: '/another' } })]);
  await note('an id that is taken', Promise.resolve(taken.results[0]?.status?.code));
  await note('page after page', listed(channel));
  await note('a missing entry', channel.unary(entryService.GetEntry, { id: 'none' }, deadline));
  await note('one entry', channel.unary(entryService.GetEntry, { id: 'full' }, deadline));
  await note(
    'updates',
    update([
      entryOf('full', { dns_names: ['c.test', 'a.test'], hint: '' }),
      entryOf('none'),
      entryOf('e2', { selectors: [] }),
      entryOf('e3', { federates_with: ['nobody.test'] }),
    ]),
  );
  await note(
    'an update of two fields',
    update([entryOf('e4', { hint: 'h' })], { hint: true, dns_names: true }),
  );
  await note('after the updates', listed(channel));
  const ids = ['e0', 'none', '', 'full'];
  await note('deletions', channel.unary(entryService.BatchDeleteEntry, { ids }, deadline));
  await note('an id that was used before', create([entryOf('e0')]));
  await note('the end', listed(channel));
}

async function relationships(channel: RpcChannel, note: Note): Promise<readonly unknown[]> {
  const { BatchCreateFederationRelationship: create, BatchUpdateFederationRelationship: update } =
    trustDomainService;
  const of = (name: string, url = `https://${name}/bundle`) => ({
    ...{ trust_domain: name, bundle_endpoint_url: url, https_web: {} },
  });
  await note(
    'relationships',
    channel.unary(
      create,
      {
        federation_relationships: [
          of('one.test'),
          of(trust_domain),
          of('two.test', 'http://two.test'),
          of('three.test', 'https://user@three.test'),
          { trust_domain: 'four.test', bundle_endpoint_url: 'https://four.test' },
          {
            ...{ trust_domain: 'five.test', bundle_endpoint_url: 'https://five.test' },
            https_spiffe: { endpoint_spiffe_id: 'spiffe://five.test/spire/server' },
          },
        ],
      },
      deadline,
    ),
  );
  const changed = [of('one.test', 'https://new.test/')];
  await note(
    'changed relationships',
    channel.unary(update, { federation_relationships: changed }, deadline),
  );
  const again = { federation_relationships: [of('one.test')] };
  const absent = { federation_relationships: [of('none.test')] };
  const precise = [
    (await channel.unary(create, again, deadline)).results[0]?.status?.code,
    (await channel.unary(update, absent, deadline)).results[0]?.status?.code,
  ];
  await note(
    'all relationships',
    channel.unary(trustDomainService.ListFederationRelationships, {}, deadline),
  );
  const trust_domains = ['one.test', 'none.test', 'not a name'];
  await note(
    'deleted relationships',
    channel.unary(
      trustDomainService.BatchDeleteFederationRelationship,
      { trust_domains },
      deadline,
    ),
  );
  return precise;
}

function entryOf(id: string, more: EntryInit = {}): EntryInit {
  return {
    id,
    spiffe_id: { trust_domain, path: `/${id.replaceAll(/[^a-z0-9]/g, '-')}` },
    parent_id: { trust_domain, path: '/node' },
    selectors: [
      { type: 'k8s', value: `pod-uid:${id}` },
      { type: 'k8s', value: 'ns:default' },
    ],
    ...more,
    ...(more.id !== undefined && { id }),
  };
}

/** All entries, in pages of three as a controller reads them, and how many pages there were. */
async function listed(channel: RpcChannel): Promise<object> {
  const pages: unknown[] = [];
  for (let page_token = ''; ;) {
    const request = { page_size: 3, page_token };
    const page = await channel.unary(entryService.ListEntries, request, deadline);
    pages.push(page.entries);
    if (page.next_page_token === '') return pages;
    page_token = page.next_page_token;
  }
}

/** Sets in one order; times and texts of errors are each server's own. */
function plain(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (name, value: unknown) => {
      if (name === 'created_at' || name === 'message' || name === 'next_page_token')
        return undefined;
      // SPIRE 1.15 turns DNS names round in its answer to a change, and not when they are read.
      if ((name === 'selectors' || name === 'dns_names') && Array.isArray(value)) {
        return value.map((one) => JSON.stringify(one)).sort();
      }
      return value;
    }),
  ) as unknown;
}
