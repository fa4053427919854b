// What our server takes and refuses, beside a real spire-server that is asked the same.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { hasCode, messageOf } from '../../common/errors/spiffe-error.ts';
import { dialUnix, type RpcChannel } from '../../common/rpc/rpc-channel.ts';
import { RpcError } from '../../common/rpc/rpc-error.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { svidService } from '../../common/rpc/services/svid.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { createCsr } from '../../common/x509/csr.ts';
import { generateKeyPair } from '../../common/x509/keys.ts';
import { checkWorkload } from '../../server/registration/entry-rules.ts';
import { runCli } from '../local/harness/programs.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { Workspace } from '../local/harness/workspace.ts';
import { callWithBearer } from '../kubernetes/enrol.ts';
import { ours, spire } from './peers.ts';
import { loadServerConfig } from '../../testkit/load-config.ts';

const td = 'demo.test';
const trustDomain = parseTrustDomain(td);
const deadline = { timeoutMs: 60_000 };
const longestPath = `/${'a'.repeat(2048 - `spiffe://${td}/`.length)}`;

/** Paths of `spiffe://demo.test`; the comments are no rules: the peer is. */
const paths = [
  ...[
    '',
    '/',
    '/a',
    '/a/',
    '//a',
    '/a//b',
    '/.',
    '/..',
    '/a/../b',
    '/a/.',
    '/...',
    '/.env',
    '/a..b',
  ],
  ...[
    '/-',
    '/_',
    '/A/b',
    '/Pay.Svc_v2-blue',
    '/a%20b',
    '/a%2Fb',
    '/a b',
    '/a+b',
    '/a*',
    '/a~',
    '/a:b',
  ],
  ...['/a?x=1', '/a#f', '/a@b', '/ä', '/a\n', '/a\t', '/a\\b', 'a/b', 'a'],
  ...[
    '/spire',
    '/spirea',
    '/spire/',
    '/spire/x',
    '/spire/server',
    '/spire/agent/x',
    '/Spire/x',
    '/x/spire',
  ],
];
const trustDomains = [
  ...[
    td,
    'z',
    '10.20.0.9',
    'my_td-7.test',
    '-.-',
    'demo.test.',
    'Demo.test',
    'demo~test',
    'démo.test',
  ],
  ...[
    'demo.test:8443',
    'u@demo.test',
    '[::1]',
    'demo%2Etest',
    'demo test',
    'demo.test?x',
    '',
    '.',
    '_',
  ],
  ...['spiffe://demo.test', 'spiffe://demo.test/x', 'SPIFFE://demo.test', 'z'.repeat(255)],
];
const ids = [
  ...paths.filter((path) => !path.includes('\0')).map((path) => `spiffe://${td}${path}`),
  ...['', 'demo.test/x', 'https://demo.test/x', 'spiffe:demo.test/x', 'spiffe:/demo.test/x'],
  ...[
    'SPIFFE://demo.test/x',
    'Spiffe://demo.test/x',
    'spiffe://',
    'spiffe:///x',
    'spiffe://Demo.test/x',
  ],
  ...[
    'spiffe://other.test/x',
    'spiffe://demo.test:80/x',
    'spiffe://u@demo.test/x',
    'spiffe://demo.test?x',
  ],
  ...[' spiffe://demo.test/x', 'spiffe://demo.test/x ', `spiffe://${td}${longestPath}`],
];
const label63 = 'a'.repeat(63);
const name253 = `${label63}.${label63}.${label63}.${'a'.repeat(61)}`;
const dnsNames = [
  ...[
    'a',
    'web.default.svc',
    '*.example.org',
    '*.a.b',
    '10.0.0.1',
    '::1',
    'xn--bcher-kva.test',
    'xn--mnchen-3ya.de',
  ],
  ...[
    'a_b',
    '_a.b',
    '-a',
    'a-',
    'a-.b',
    'a..b',
    '.a',
    'a.',
    '',
    ' ',
    'a b',
    'a:80',
    'a/b',
    'A.b',
    'EXAMPLE.org',
  ],
  ...[
    '*',
    '*.',
    '*a.b',
    'a*.b',
    'a.*.b',
    '*.*.b',
    'ab--c.d',
    'xn--a',
    'xn--',
    'xn--zzzzzzzzzz',
    'bücher.test',
    'a\0b',
  ],
  ...[
    label63,
    `${label63}a`,
    name253,
    `${name253}a`,
    `${label63}a.b`,
    '1',
    '1.2',
    '0x7f.1',
    'a@b',
    '*.xn--bcher-kva.test',
  ],
];

suite('the same verdicts as a real spire-server', () => {
  const workspace = new Workspace();
  const both: { name: string; server: RunningServer; channel: RpcChannel }[] = [];
  before(async () => {
    const started = await Promise.all(
      [ours, spire].map((programs, at) =>
        startServer(workspace, { programs, name: ['ours', 'theirs'][at] ?? '', logLevel: 'INFO' }),
      ),
    );
    for (const [at, server] of started.entries()) {
      both.push({
        name: ['ours', 'theirs'][at] ?? '',
        server,
        channel: dialUnix(server.socketPath),
      });
    }
  });
  after(async () => {
    for (const { channel } of both) channel.close();
    await workspace.dispose();
  });

  /** Asks both, and compares what they say to each input; `stricter` names what we refuse and SPIRE takes. */
  const compare = async <T>(
    inputs: readonly T[],
    ask: (channel: RpcChannel, inputs: readonly T[]) => Promise<readonly number[]>,
    stricter: (input: T) => boolean = () => false,
  ) => {
    const [mine = [], theirs = []] = await Promise.all(
      both.map(async ({ channel }) => ask(channel, inputs)),
    );
    const differences = inputs.flatMap((input, at) =>
      mine[at] === theirs[at] ? [] : [[input, mine[at], theirs[at]]],
    );
    assert.deepEqual(
      differences,
      inputs.filter(stricter).map((input) => [input, invalid, 0]),
    );
    assert.equal(mine.length, inputs.length);
    const kinds = new Set(mine);
    assert.ok(kinds.has(0) && kinds.size > 1, [...kinds].join(' '));
  };

  test('F139: SPIFFE IDs of entries, as parts over the API', () =>
    compare(
      [
        ...paths.map((path) => ({ trust_domain: td, path })),
        ...trustDomains.map((name) => ({ trust_domain: name, path: '/x' })),
        ...[longestPath, `${longestPath}a`].map((path) => ({ trust_domain: td, path })),
      ],
      (channel, parts) =>
        created(
          channel,
          parts.map((spiffe_id) => ({ spiffe_id })),
        ),
      // SPIFFE-ID §2.3: no ID of more than 2048 bytes is to be generated.
      ({ path }) => path === `${longestPath}a`,
    ));

  test('ENR-3 a bearer token in place of an X509-SVID: both deny the methods of agents in the same words', async () => {
    const answers = both.map(({ server }) => callWithBearer(server, 'header.claims.signature'));
    const [fromOurs = [], fromTheirs = []] = await Promise.all(answers);
    assert.equal(fromTheirs.length, 3);
    for (const error of fromTheirs) {
      assert.ok(hasCode(error, 'PERMISSION_DENIED'), String(error));
      assert.match(error.message, /^authorization denied for method/);
    }
    assert.deepEqual(fromOurs.map(messageOf), fromTheirs.map(messageOf));
  });

  test('F139: parent IDs of entries', () =>
    compare(
      paths.map((path) => ({ trust_domain: td, path })),
      (channel, parts) =>
        created(
          channel,
          parts.map((parent_id) => ({ parent_id })),
        ),
    ));

  test('F139: SPIFFE IDs as text, beside `spire-server entry create`', async () => {
    const theirs: [string, boolean][] = [];
    for (const [at, id] of ids.entries()) {
      const command = ['entry', 'create', '-spiffeID', id, '-parentID', `spiffe://${td}/text`];
      const { socketPath } = both[1]?.server ?? assert.fail();
      const more = ['-selector', `unix:uid:${at}`, '-socketPath', socketPath];
      theirs.push([id, (await runCli([...spire.server, ...command, ...more])).code === 0]);
    }
    const mine = ids.map((id): [string, boolean] => [
      id,
      accepts(() => checkWorkload(trustDomain, parseSpiffeId(id))),
    ]);
    assert.deepEqual(mine, theirs);
  });

  test('F139: `trust_domain` of a configuration, beside `spire-server validate`', async () => {
    const found: [string, boolean][] = [];
    const expected: [string, boolean][] = [];
    for (const name of trustDomains) {
      const path = workspace.path('validated.conf');
      writeFileSync(path, configOf(name, workspace.path('validated')));
      const load = () => loadServerConfig({ path });
      found.push([name, accepts(load)]);
      expected.push([
        name,
        (await runCli([...spire.server, 'validate', '-config', path])).code === 0,
      ]);
    }
    assert.deepEqual(found, expected);
  });

  test('F139: SPIFFE IDs in certificate requests', async () => {
    const keyPair = await generateKeyPair('ec-p256');
    // What is not ASCII is no URI of a certificate (RFC 5280 §4.2.1.6), and cannot be written.
    const uris = ids.filter((id) => /^[\x20-\x7e]*$/.test(id) && id !== '');
    await compare(
      uris,
      (channel, all) =>
        minted(
          channel,
          all.map((uri) => createCsr({ ...keyPair, uri })),
        ),
      // Go writes the scheme small as it reads a URI; who asks for such an ID means another program.
      (uri) => /^spiffe:/i.test(uri) && !uri.startsWith('spiffe:'),
    );
  });

  test('F145: DNS names of entries', () =>
    compare(
      dnsNames,
      (channel, names) =>
        created(
          channel,
          names.map((name) => ({ dns_names: [name] })),
        ),
      isNoDnsName,
    ));

  test('F145: DNS names of certificate requests, and names below a wildcard of the same request', async () => {
    const keyPair = await generateKeyPair('ec-p256');
    const lists = [
      ...dnsNames.filter((name) => /^[\x21-\x7e]+$/.test(name)).map((name) => [name]),
      ...[
        ['*.a.b', 'x.a.b'],
        ['x.a.b', '*.a.b'],
        ['*.a.b', 'x.y.a.b', 'a.b'],
        ['a.b', 'a.b'],
      ],
    ];
    await compare(
      lists,
      (channel, all) =>
        minted(
          channel,
          all.map((names) => createCsr({ ...keyPair, uri: `spiffe://${td}/x`, dnsNames: names })),
        ),
      (names) => names.some(isNoDnsName),
    );
  });
});

/** INVALID_ARGUMENT. */
const invalid = 3;

/** What SPIRE 1.15 takes for a DNS name: a NUL or a slash in a certificate's names has fooled verifiers before. */
function isNoDnsName(name: string): boolean {
  return /[^A-Za-z0-9*._-]/.test(name) && /^[\0-\x7f]*$/.test(name) && name.trim() !== '';
}

interface Given {
  readonly spiffe_id?: { readonly trust_domain: string; readonly path: string };
  readonly parent_id?: { readonly trust_domain: string; readonly path: string };
  readonly dns_names?: readonly string[];
}

let made = 0;

/** The status code of each entry; all are in one batch. */
async function created(channel: RpcChannel, given: readonly Given[]): Promise<number[]> {
  const entries = given.map((one) => ({
    spiffe_id: { trust_domain: td, path: '/x' },
    parent_id: { trust_domain: td, path: '/node' },
    selectors: [{ type: 'unix', value: `uid:${++made}` }],
    ...one,
    dns_names: [...(one.dns_names ?? [])],
  }));
  const { results } = await channel.unary(entryService.BatchCreateEntry, { entries }, deadline);
  return results.map(({ status }) => status?.code ?? -1);
}

/** The status code of each request for a certificate. */
async function minted(channel: RpcChannel, requests: readonly Uint8Array[]): Promise<number[]> {
  const codes: number[] = [];
  for (const csr of requests) {
    try {
      await channel.unary(svidService.MintX509SVID, { csr }, deadline);
      codes.push(0);
    } catch (error) {
      assert.ok(error instanceof RpcError, messageOf(error));
      codes.push(error.grpcCode === 'INVALID_ARGUMENT' ? invalid : -1);
    }
  }
  return codes;
}

function accepts(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    // Why is not compared.
    return false;
  }
}

function configOf(name: string, folder: string): string {
  return `
    server {
      trust_domain = ${JSON.stringify(name)}
      data_dir = "${folder}"
      socket_path = "${folder}.sock"
    }
    plugins {
      DataStore "sql" { plugin_data { database_type = "sqlite3", connection_string = "${folder}.sqlite3" } }
      KeyManager "memory" { plugin_data {} }
    }`;
}
