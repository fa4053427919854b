import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { serveUnary } from '../../common/rpc/serve.ts';
import { spire } from '../../proto/gen/spire-api.js';
import { withCliBench } from '../../testkit/cli-bench.ts';
import { clientCommands } from './client-commands.ts';

type Request = { entries: spire.api.types.Entry[] };
const ok = { code: 0, message: 'OK' };
const agentId = { trust_domain: 'lab.test', path: '/agent' };

/** Creates what it is sent, but refuses what has the hint `refuse`. */
function creates(seen: Request[] = []) {
  return serveUnary(entryService.BatchCreateEntry, async (request) => {
    seen.push(request);
    const results = request.entries.map((entry) =>
      entry.hint === 'refuse'
        ? { entry: { id: 'other' }, status: { code: 6, message: 'similar entry already exists' } }
        : { entry, status: ok },
    );
    return { results };
  });
}

test('entry create prints each entry with all it has', async () => {
  await withCliBench(clientCommands, [creates()], async ({ run }) => {
    const { code, out, err } = await run(
      'entry create $SOCKET -spiffeID spiffe://lab.test/web -parentID spiffe://lab.test/agent ' +
        '-selector unix:uid:1 -selector unix:gid:2 -x509SVIDTTL 60 -jwtSVIDTTL 30 -dns a.test ' +
        '-dns b.test -admin -downstream -hint h1 -entryExpiry 1896033797 -storeSVID -entryID e1 ' +
        '-federatesWith spiffe://b.test -disableX509SVIDPrefetch -jwtSVIDIncludeJTI',
    );
    assert.equal(err, '');
    assert.equal(code, 0);
    assert.equal(
      out,
      `Entry ID                : e1
SPIFFE ID               : spiffe://lab.test/web
Parent ID               : spiffe://lab.test/agent
Revision                : 0
Downstream              : true
X509-SVID TTL           : 60
JWT-SVID TTL            : 30
Expiration time         : 2030-01-30 20:03:17 +0000 UTC
Selector                : unix:uid:1
Selector                : unix:gid:2
FederatesWith           : spiffe://b.test
DNS name                : a.test
DNS name                : b.test
Admin                   : true
StoreSvid               : true
Hint                    : h1
DisableX509SvidPrefetch : true
JwtSvidIncludeJti       : true

`,
    );
  });
});

test('SA-10 an entry for whatever pod has the service account `default` is created with a warning', async () => {
  await withCliBench(clientCommands, [creates()], async ({ run }) => {
    const create =
      'entry create $SOCKET -spiffeID spiffe://lab.test/w -parentID spiffe://lab.test/a -entryID e1';
    const weak = await run(`${create} -selector k8s:ns:shop -selector k8s:sa:default`);
    assert.equal(weak.code, 0);
    assert.match(weak.err, /^Warning: entry e1 is for every pod that names no service account/);
    const { err } = await run(`${create} -selector k8s:sa:default -selector k8s:pod-label:app:w`);
    assert.equal(err, '');
  });
});

test('a node entry has the server as its parent', async () => {
  await withCliBench(clientCommands, [creates()], async ({ run }) => {
    const { out } = await run(
      'entry create $SOCKET -spiffeID spiffe://lab.test/n -node -selector a:b',
    );
    assert.match(out, /^Parent ID {15}: spiffe:\/\/lab\.test\/spire\/server$/m);
    assert.match(out, /^X509-SVID TTL {11}: default$/m);
  });
});

test('an entry that is refused goes to standard error, and the exit code is 1', async () => {
  await withCliBench(clientCommands, [creates()], async ({ run }) => {
    const line =
      'entry create $SOCKET -spiffeID spiffe://lab.test/web -parentID spiffe://lab.test/agent -selector a:b -hint refuse';
    const { code, out, err } = await run(line);
    assert.equal(code, 1);
    assert.equal(out, '');
    assert.match(
      err,
      /^Failed to create the following entry \(code: AlreadyExists, msg: "similar entry already exists"\):\nEntry ID {16}: \(none\)\n/,
    );
    assert.match(err, /\n\nError: failed to create one or more entries\n$/);
    const json = await run(`${line} -output json`);
    assert.equal(json.code, 0);
    assert.match(
      json.out,
      /"status":\{"code":6,"message":"similar entry already exists"\}\}\]\}\n$/,
    );
  });
});

test('entry create reads entries from a file or standard input, and reports all its faults', async () => {
  const seen: Request[] = [];
  await withCliBench(clientCommands, [creates(seen)], async ({ folder, run }) => {
    const entry = {
      spiffe_id: 'spiffe://zeta.test/web',
      parent_id: 'spiffe://zeta.test/pool/blue',
      selectors: [{ type: 'unix', value: 'uid:33' }],
      x509_svid_ttl: 1800,
      dns_names: ['web.zeta.test'],
      federates_with: ['spiffe://b.test'],
      entryExpiry: 1896033797,
      revision_number: 7,
      additional_attributes: { jwt_svid_include_jti: true },
    };
    const stdin = JSON.stringify({ entries: [entry], comment: 'ignored' });
    assert.equal((await run('entry create $SOCKET -data -', { stdin })).code, 0);
    const [sent] = seen[0]!.entries;
    assert.equal(sent?.spiffe_id?.path, '/web');
    assert.equal(sent.expires_at, 1896033797);
    assert.deepEqual(sent.federates_with, ['b.test']);
    assert.equal(sent.additional_attributes?.jwt_svid_include_jti, true);
    assert.equal(sent.revision_number, 0);

    const path = join(folder, 'entries.json');
    const bad = [
      { ...entry, spiffe_id: 'web' },
      { ...entry, x509_svid_ttl: -1, admin: 'yes' },
    ];
    writeFileSync(path, JSON.stringify({ entries: bad }, undefined, 1));
    const { code, err } = await run(`entry create $SOCKET -data ${path}`);
    assert.equal(code, 1);
    assert.match(
      err,
      /entries\.json:4:17: entries\[0\]\.spiffe_id: SPIFFE ID "web": scheme is missing/,
    );
    assert.match(err, /entries\[1\]\.x509_svid_ttl: must be at least 0/);
    assert.match(err, /entries\[1\]\.admin: expected a boolean/);
    assert.equal(seen.length, 1);
    assert.equal(
      (await run('entry create $SOCKET -data /nowhere.json')).err,
      'Error: open /nowhere.json: no such file or directory\n',
    );
  });
});

test('what is wrong with an entry is told before anything is sent', async () => {
  const id = '-spiffeID spiffe://lab.test/web';
  const rows: readonly (readonly [string, string])[] = [
    ['', 'at least one selector is required'],
    [`${id} -selector a:b -node -federatesWith spiffe://b`, 'node entries can not federate'],
    [`${id} -selector a:b`, 'a parent ID is required if the node flag is not set'],
    ['-parentID spiffe://lab.test/a -selector a:b', 'a SPIFFE ID is required'],
    [`${id} -node -selector a:b -x509SVIDTTL -1`, 'a positive x509-SVID TTL is required'],
    [`${id} -node -selector a:b -jwtSVIDTTL -1`, 'a positive JWT-SVID TTL is required'],
    [`${id} -node -selector unix`, 'selector "unix" must be formatted as type:value'],
    [
      `${id} -node -selector a:b -x509SVIDTTL 4294967296`,
      'invalid value for X509 SVID TTL: 4294967296 is out of range',
    ],
    ['-spiffeID lab -node -selector a:b', 'SPIFFE ID "lab": scheme is missing or invalid'],
  ];
  await withCliBench(clientCommands, [], async ({ run }) => {
    for (const [flags, message] of rows) {
      const { code, out, err } = await run(`entry create $SOCKET ${flags}`.trim());
      assert.deepEqual({ code, out, err }, { code: 1, out: '', err: `Error: ${message}\n` });
    }
  });
});

test('entry update keeps the attributes that no flag named', async () => {
  const seen: Request[] = [];
  const methods = [
    serveUnary(entryService.GetEntry, async () => ({
      id: 'e1',
      additional_attributes: { disable_x509_svid_prefetch: true },
    })),
    serveUnary(entryService.BatchUpdateEntry, async (request) => {
      seen.push(request);
      return { results: request.entries.map((entry) => ({ entry, status: ok })) };
    }),
  ];
  const line =
    'entry update $SOCKET -entryID e1 -spiffeID spiffe://lab.test/web -parentID spiffe://lab.test/agent -selector a:b';
  await withCliBench(clientCommands, methods, async ({ run }) => {
    assert.equal((await run(line)).code, 0);
    assert.equal(seen[0]?.entries[0]?.additional_attributes, null);
    const { out } = await run(`${line} -jwtSVIDIncludeJTI`);
    assert.match(out, /^DisableX509SvidPrefetch : true\nJwtSvidIncludeJti {7}: true$/m);
    assert.equal(
      (await run('entry update $SOCKET -selector a:b')).err,
      'Error: entry ID is required\n',
    );
  });
});

test('entry show follows the pages and sorts entries and their selectors', async () => {
  const entry = (path: string, ...selectors: string[]) => ({
    id: path,
    spiffe_id: { trust_domain: 'lab.test', path },
    parent_id: agentId,
    selectors: selectors.map((value) => ({ type: 'unix', value })),
  });
  const asked: spire.api.server.entry.v1.ListEntriesRequest[] = [];
  const list = serveUnary(entryService.ListEntries, async (request) => {
    asked.push(request);
    return request.page_token === ''
      ? { entries: [entry('/web', 'uid:2', 'gid:1')], next_page_token: 'more' }
      : { entries: [entry('/api')], next_page_token: '' };
  });
  await withCliBench(clientCommands, [list], async ({ run }) => {
    const { out } = await run(
      'entry show $SOCKET -selector unix:uid:2 -matchSelectorsOn any -downstream -hint h -federatesWith spiffe://b -parentID spiffe://lab.test/agent',
    );
    const lines = out.split('\n').filter((line) => /^(Found|SPIFFE|Selector)/.test(line));
    assert.deepEqual(lines, [
      'Found 2 entries',
      'SPIFFE ID               : spiffe://lab.test/api',
      'SPIFFE ID               : spiffe://lab.test/web',
      'Selector                : unix:gid:1',
      'Selector                : unix:uid:2',
    ]);
    const { MatchBehavior } = spire.api.types.SelectorMatch;
    const filter = asked[1]?.filter;
    assert.equal(filter?.by_selectors?.match, MatchBehavior.MATCH_ANY);
    assert.equal(filter.by_federates_with?.match, MatchBehavior.MATCH_SUPERSET);
    assert.equal(filter.by_downstream?.value, true);
    assert.equal(filter.by_hint?.value, 'h');
    assert.equal(filter.by_parent_id?.path, '/agent');
    assert.match((await run('entry show $SOCKET -output json')).out, /"next_page_token":""\}\n$/);
  });
});

test('entry show of one ID tells what the server said', async () => {
  const get = serveUnary(entryService.GetEntry, () =>
    Promise.reject(new SpiffeError('NOT_FOUND', 'entry not found')),
  );
  await withCliBench(clientCommands, [get], async ({ run }) => {
    assert.deepEqual(await run('entry show $SOCKET -entryID nope'), {
      code: 1,
      out: '',
      err: 'Error: error fetching entry ID nope: rpc error: code = NotFound desc = entry not found\n',
    });
    const both = await run('entry show $SOCKET -entryID e1 -spiffeID spiffe://lab.test/a');
    assert.equal(both.err, "Error: the -entryID flag can't be combined with others\n");
    const match = await run('entry show $SOCKET -selector a:b -matchSelectorsOn bogus');
    assert.equal(match.err, 'Error: match behavior "bogus" unknown\n');
  });
});

test('entry delete lists what is gone and what is not', async () => {
  const methods = [
    serveUnary(entryService.BatchDeleteEntry, async ({ ids }) => ({
      results: ids.map((id) => ({
        id,
        status: id.startsWith('no') ? { code: 5, message: 'entry not found' } : ok,
      })),
    })),
  ];
  await withCliBench(clientCommands, methods, async ({ run }) => {
    assert.deepEqual(await run('entry delete $SOCKET -entryID e1'), {
      code: 0,
      out: 'Deleted entry with ID: e1\n\n\nDeleted 1 entries successfully',
      err: '',
    });
    assert.deepEqual(await run('entry delete $SOCKET -file -', { stdin: '{"ids":["e1","no"]}' }), {
      code: 1,
      out: 'Deleted entry with ID: e1\n\n\n\n\nDeleted 1 entries successfully, but failed to delete 1 entries',
      err: 'Failed to delete entry with ID no (code: NotFound, msg: "entry not found")\nError: failed to delete one or more entries\n',
    });
    const json = await run('entry delete $SOCKET -entryID no -output json');
    assert.equal(json.code, 0);
    assert.equal(
      json.out,
      '{"results":[{"id":"no","status":{"code":5,"message":"entry not found"}}]}\n',
    );
    assert.equal((await run('entry delete $SOCKET')).err, 'Error: an entry ID is required\n');
  });
});

test('entry count counts in words', async () => {
  let count = 1;
  const counts = serveUnary(entryService.CountEntries, async () => ({ count: count++ }));
  await withCliBench(clientCommands, [counts], async ({ run }) => {
    assert.equal((await run('entry count $SOCKET')).out, '1 registration entry\n');
    assert.equal((await run('entry count $SOCKET')).out, '2 registration entries\n');
    assert.equal((await run('entry count $SOCKET -output json')).out, '{"count":3}\n');
  });
});
