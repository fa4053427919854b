import assert from 'node:assert/strict';
import test from 'node:test';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { defineCommand } from './command.ts';
import {
  booleanFlag,
  commaListFlag,
  durationFlag,
  intFlag,
  listFlag,
  optionalBooleanFlag,
  stringFlag,
} from './flags.ts';
import { outputFlag } from './output.ts';
import { runCli } from './run-cli.ts';

const seen: { flags: unknown; given: string[] }[] = [];

const create = defineCommand({
  path: ['entry', 'create'],
  summary: 'Creates entries',
  flags: {
    socketPath: stringFlag('Path to the socket', '/tmp/api.sock'),
    selector: listFlag('A selector'),
    audience: commaListFlag('Audiences'),
    ttl: intFlag('Seconds', 600),
    timeout: durationFlag('Time to wait', 5000),
    admin: booleanFlag('Whether admin'),
    banned: optionalBooleanFlag('Whether banned'),
    output: outputFlag(),
  },
  run: async (flags, _, given) => {
    seen.push({ flags, given: [...given] });
    return 0;
  },
});

const fails = defineCommand({
  path: ['entry', 'fail'],
  summary: 'Fails',
  flags: {},
  run: () => Promise.reject(new SpiffeError('NOT_FOUND', 'entry not found')),
});

const fetch = defineCommand({
  path: ['api', 'fetch'],
  summary: 'Fetches',
  flags: {},
  errorPrefix: '',
  run: () => Promise.reject(new Error('plain')),
});

const fetchJwt = defineCommand({
  path: ['api', 'fetch', 'jwt'],
  summary: 'Fetches JWTs',
  flags: {},
  run: () => Promise.resolve(7),
});

const lint = defineCommand({
  path: ['lint'],
  summary: 'Looks at a file',
  operand: 'FILE',
  flags: { strict: booleanFlag('Strictly') },
  run: (flags, io, _, file) => {
    io.stdout.write(`${file} ${flags.strict}`);
    return Promise.resolve(0);
  },
});

async function run(...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    stdout: { write: (text: string) => out.push(text) },
    stderr: { write: (text: string) => err.push(text) },
    env: {},
    stdin: (async function* () {})(),
  };
  const commands = [create, fails, fetch, fetchJwt, lint];
  const code = await runCli({ name: 'sigil-server', version: '1.2.3', commands, argv, io });
  return { code, out: out.join(''), err: err.join('') };
}

async function flagsOf(...argv: string[]) {
  seen.length = 0;
  const result = await run('entry', 'create', ...argv);
  assert.deepEqual(result, { code: 0, out: '', err: '' });
  return seen[0]!;
}

test('flags take one dash or two, a value after a space or an equals sign', async () => {
  const { flags, given } = await flagsOf(
    ...['-socketPath', '/run/a.sock', '--selector=unix:uid:1', '-selector', 'a=b'],
    ...['--ttl', '0x10', '-timeout=1m30s', '-admin', '-output', 'JSON', '-audience=a,b'],
  );
  assert.deepEqual(flags, {
    socketPath: '/run/a.sock',
    selector: ['unix:uid:1', 'a=b'],
    audience: ['a', 'b'],
    ttl: 16,
    timeout: 90_000,
    admin: true,
    banned: undefined,
    output: 'json',
  });
  assert.deepEqual(given, [
    'socketPath',
    'selector',
    'ttl',
    'timeout',
    'admin',
    'output',
    'audience',
  ]);
});

test('a boolean takes a value only with an equals sign, and values may begin with a dash', async () => {
  const { flags } = await flagsOf('-admin=F', '-banned=false', '-ttl', '-1', '-socketPath=');
  const { admin, banned, ttl, socketPath } = flags as Record<string, unknown>;
  assert.deepEqual(
    { admin, banned, ttl, socketPath },
    { admin: false, banned: false, ttl: -1, socketPath: '' },
  );
});

test('without flags the defaults hold', async () => {
  const { flags, given } = await flagsOf();
  assert.equal((flags as { ttl: number }).ttl, 600);
  assert.deepEqual(given, []);
});

test('a usage error tells what Go tells, shows the usage and exits with 1', async () => {
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['-bogus'], 'flag provided but not defined: -bogus'],
    [['--bogus=1'], 'flag provided but not defined: -bogus'],
    [['-selektor', 'x'], 'flag provided but not defined: -selektor, did you mean -selector?'],
    [['-sel', 'x'], 'flag provided but not defined: -sel, did you mean -selector?'],
    [['-a'], 'flag provided but not defined: -a'],
    [['-SOCKET-PATH=x'], 'flag provided but not defined: -SOCKET-PATH, did you mean -socketPath?'],
    [['-toString'], 'flag provided but not defined: -toString'],
    [['-ttl'], 'flag needs an argument: -ttl'],
    [['-ttl', 'x'], 'invalid value "x" for flag -ttl: parse error'],
    [['-ttl='], 'invalid value "" for flag -ttl: parse error'],
    [['-timeout=5'], 'invalid value "5" for flag -timeout: parse error'],
    [['-admin=maybe'], 'invalid boolean value "maybe" for -admin: parse error'],
    [
      ['-output', 'xml'],
      'invalid value "xml" for flag -output: bad formatter flag: unknown format option: "xml"',
    ],
    [['---ttl=1'], 'bad flag syntax: ---ttl=1'],
    [['-=1'], 'bad flag syntax: -=1'],
    [['-admin', 'true', '-ttl=1'], 'unexpected argument: "true"'],
    [['--', 'x'], 'unexpected argument: "x"'],
  ];
  for (const [argv, message] of rows) {
    const { code, out, err } = await run('entry', 'create', ...argv);
    assert.equal(code, 1, message);
    assert.equal(out, '', message);
    assert.equal(err.split('\n')[0], message);
    assert.match(err, /\nUsage of entry create:\n {2}-admin\n/);
  }
});

test('help shows each flag in order with its default', async () => {
  const { code, err } = await run('entry', 'create', '-h');
  assert.equal(code, 0);
  assert.equal(
    err,
    `Usage of entry create:
  -admin
    \tWhether admin
  -audience value
    \tAudiences
  -banned
    \tWhether banned
  -output value
    \tDesired output format (pretty, json); default: pretty.
  -selector value
    \tA selector
  -socketPath string
    \tPath to the socket (default "/tmp/api.sock")
  -timeout duration
    \tTime to wait (default 5s)
  -ttl int
    \tSeconds (default 600)
`,
  );
});

test('an unknown command prints the help and exits with 127', async () => {
  for (const [word, title] of [
    ['bogus', 'unknown command "bogus"\n\n'],
    ['lnit', 'unknown command "lnit", did you mean "lint"?\n\n'],
    ['ent', 'unknown command "ent", did you mean "entry"?\n\n'],
    ['-x', ''],
    [undefined, ''],
  ] as const) {
    const { code, out, err } = await run(...(word === undefined ? [] : [word]));
    assert.equal(code, 127);
    assert.equal(out, '');
    assert.equal(
      err,
      `${title}Usage: sigil-server [--version] [--help] <command> [<args>]

Available commands are:
    api
    entry
    lint     Looks at a file

`,
    );
  }
  assert.equal((await run('--help')).code, 0);
});

test('half a command lists what can follow and exits with 1', async () => {
  for (const [word, title] of [
    [undefined, ''],
    ['bogus', 'unknown command "entry bogus"\n\n'],
    ['creat', 'unknown command "entry creat", did you mean "entry create"?\n\n'],
  ] as const) {
    const { code, err } = await run('entry', ...(word === undefined ? [] : [word]));
    assert.equal(code, 1);
    assert.ok(err.startsWith(`${title}This command is accessed by using one of the subcommands`));
    assert.match(err, /\n {4}create {4}Creates entries\n {4}fail {6}Fails\n/);
  }
  for (const asked of ['-h', '--help', '-help']) {
    const { code, err } = await run('entry', asked);
    assert.equal(code, 0);
    assert.ok(err.startsWith('This command is accessed by using one of the subcommands'));
  }
});

test('the longest command that matches is run, with its own exit code', async () => {
  assert.equal((await run('api', 'fetch', 'jwt')).code, 7);
});

test('the version goes to standard error', async () => {
  for (const flag of ['--version', '-version', '-v']) {
    assert.deepEqual(await run(flag), { code: 0, out: '', err: '1.2.3\n' });
  }
});

test('what a command throws is told in one line behind its prefix', async () => {
  assert.deepEqual(await run('entry', 'fail'), {
    code: 1,
    out: '',
    err: 'Error: entry not found\n',
  });
  assert.deepEqual(await run('api', 'fetch'), { code: 1, out: '', err: 'plain\n' });
});

test('the word of a command that takes one stands before or after its flags, once', async () => {
  assert.equal((await run('lint', '-strict', 'a.yaml')).out, 'a.yaml true');
  assert.equal((await run('lint', '-', '-strict=false')).out, '- false');
  assert.match((await run('lint')).err, /^FILE is required\nUsage of lint FILE:/);
  assert.match((await run('lint', 'a', 'b')).err, /^unexpected argument: "b"/);
  assert.match((await run('entry', 'create', '-')).err, /^unexpected argument: "-"/);
});
