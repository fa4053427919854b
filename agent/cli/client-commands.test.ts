import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once, EventEmitter } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Interceptor, ServedMethod } from '../../common/rpc/contract.ts';
import { agentDebugService } from '../../common/rpc/services/agent-debug.ts';
import { agentLoggerService } from '../../common/rpc/services/agent-logger.ts';
import { healthService } from '../../common/rpc/services/health.ts';
import { workloadService } from '../../common/rpc/services/workload.ts';
import { serveStream, serveUnary } from '../../common/rpc/serve.ts';
import { runCaptured, withCliBench, type CliBench } from '../../testkit/cli-bench.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { createTestCa, type Fault, type TestCa } from '../../testkit/test-ca.ts';
import { clientCommands } from './client-commands.ts';

const me = 'spiffe://lab.test/me';

/** As the agent does: calls without the header are refused. */
const demandsHeader: Interceptor = (call, next) => {
  if (call.path.startsWith('/Spiffe') && call.metadata.get('workload.spiffe.io')[0] !== 'true') {
    throw new SpiffeError('SECURITY_HEADER_MISSING', 'security header missing from request');
  }
  return next();
};

function withAgent(
  methods: readonly ServedMethod[],
  use: (bench: CliBench) => Promise<void>,
): Promise<void> {
  return withCliBench(clientCommands, methods, use, [demandsHeader]);
}

async function responseOf(ca: TestCa, fault?: Fault) {
  const svid = await ca.issue(me, { viaIntermediate: true, ...(fault && { fault }) });
  return {
    svids: [
      {
        spiffe_id: me,
        hint: 'mine',
        x509_svid: Buffer.concat(svid.chainDer),
        x509_svid_key: svid.privateKeyDer.reveal(),
        bundle: ca.rootDer,
      },
    ],
    federated_bundles: { 'spiffe://zz.test': ca.rootDer, 'spiffe://aa.test': ca.rootDer },
  };
}

async function serving(fault?: Fault) {
  const clock = new FakeClock();
  const ca = await createTestCa({ trustDomain: 'lab.test', clock });
  const response = await responseOf(ca, fault);
  const fetch = serveStream(workloadService.FetchX509SVID, async (stream) => {
    await stream.send(response);
    await once(stream.signal, 'abort');
  });
  return { clock, fetch, ca };
}

test('api fetch prints each identity with the validity of all its certificates', async () => {
  const { clock, fetch } = await serving();
  await withAgent([fetch], async ({ run }) => {
    const { code, out, err } = await run('api fetch $SOCKET', { clock });
    assert.deepEqual([code, err], [0, '']);
    const lines = out.split('\n');
    assert.deepEqual(lines.slice(0, 5), [
      'Received 1 svid after 0s',
      '',
      'SPIFFE ID:\t\tspiffe://lab.test/me',
      'Hint:\t\t\tmine',
      'SVID Valid After:\t2025-12-31 23:59:50 +0000 UTC',
    ]);
    const names = lines.slice(5).map((line) => line.replace(/:\t.*/, ''));
    assert.deepEqual(names, [
      'SVID Valid Until',
      'Intermediate #1 Valid After',
      'Intermediate #1 Valid Until',
      'CA #1 Valid After',
      'CA #1 Valid Until',
      '[spiffe://aa.test] CA #1 Valid After',
      '[spiffe://aa.test] CA #1 Valid Until',
      '[spiffe://zz.test] CA #1 Valid After',
      '[spiffe://zz.test] CA #1 Valid Until',
      '',
      '',
    ]);
    assert.equal((await run('api fetch x509 $SOCKET -silent', { clock })).out, '');
  });
});

test('api fetch x509 writes files that fit together, the key for its owner only', async () => {
  const { clock, fetch } = await serving();
  await withAgent([fetch], async ({ folder, run }) => {
    const { out } = await run(`api fetch x509 $SOCKET -silent -write ${folder}`, { clock });
    assert.equal(
      out,
      `Writing SVID #0 to file ${folder}/svid.0.pem.
Writing key #0 to file ${folder}/svid.0.key.
Writing bundle #0 to file ${folder}/bundle.0.pem.
Writing federated bundle #0 for trust domain spiffe://aa.test to file ${folder}/federated_bundle.0.0.pem.
Writing federated bundle #1 for trust domain spiffe://zz.test to file ${folder}/federated_bundle.0.1.pem.
`,
    );
    const pem = readFileSync(join(folder, 'svid.0.pem'), 'utf8');
    const key = createPrivateKey(readFileSync(join(folder, 'svid.0.key')));
    assert.ok(new X509Certificate(pem).checkPrivateKey(key));
    assert.equal(pem.match(/BEGIN CERTIFICATE/g)?.length, 2);
    assert.equal(statSync(join(folder, 'svid.0.key')).mode & 0o777, 0o600);
  });
});

test('api fetch x509 prints the response as JSON', async () => {
  const { clock, fetch, ca } = await serving();
  await withAgent([fetch], async ({ run }) => {
    const { out } = await run('api fetch x509 $SOCKET -output json', { clock });
    const json = JSON.parse(out) as { svids: { spiffe_id: string; bundle: string }[] };
    assert.deepEqual(Object.keys(json), ['crl', 'federated_bundles', 'svids']);
    assert.equal(json.svids[0]?.bundle, Buffer.from(ca.rootDer).toString('base64'));
  });
});

test('an identity that does not verify is neither printed nor written', async () => {
  const faults: readonly Fault[] = [
    'expired',
    'foreign_ca',
    'wrong_key',
    'bad_signature',
    'ca_leaf',
  ];
  for (const fault of faults) {
    const { clock, fetch } = await serving(fault);
    await withAgent([fetch], async ({ run }) => {
      const { code, out, err } = await run('api fetch x509 $SOCKET -write /nowhere', { clock });
      assert.deepEqual([code, out], [1, ''], fault);
      assert.match(
        err,
        /^"spiffe:\/\/lab\.test\/me" SVID failed verification against bundle: /,
        fault,
      );
    });
  }
});

test('a response that is empty or garbage is told as such', async () => {
  const clock = new FakeClock();
  const ca = await createTestCa({ trustDomain: 'lab.test', clock });
  const good = await responseOf(ca);
  const [svid] = good.svids;
  const rows: readonly (readonly [object, RegExp])[] = [
    [{}, /^workload response contains no svids\n$/],
    [
      { svids: [{ ...svid, x509_svid: Uint8Array.of() }] },
      /svid entry 0 .*: no certificates found/,
    ],
    [{ svids: [{ ...svid, x509_svid: Uint8Array.of(1, 2) }] }, /svid entry 0 .* not DER/],
    [
      { svids: [{ ...svid, x509_svid_key: Uint8Array.of(1) }] },
      /svid entry 0 .* private key is not/,
    ],
    [{ svids: [{ ...svid, bundle: Uint8Array.of() }] }, /no X.509 bundle for lab\.test/],
    [{ svids: [{ ...svid, spiffe_id: 'spiffe://lab.test/other' }] }, /expected "spiffe:\/\/lab/],
    [
      { ...good, federated_bundles: { 'spiffe://b.test': Uint8Array.of() } },
      /no certificates in bundle for federated domain "spiffe:\/\/b\.test"/,
    ],
  ];
  for (const [response, message] of rows) {
    const fetch = serveStream(workloadService.FetchX509SVID, async (stream) => {
      await stream.send(response);
    });
    await withAgent([fetch], async ({ run }) => {
      const { code, err } = await run('api fetch $SOCKET', { clock });
      assert.equal(code, 1);
      assert.match(err, message);
    });
  }
});

test('an agent that refuses or does not answer is told in the words of gRPC', async () => {
  const refuses = serveStream(workloadService.FetchX509SVID, () =>
    Promise.reject(new SpiffeError('NO_IDENTITY', 'no identity issued')),
  );
  await withAgent([refuses], async ({ run }) => {
    assert.deepEqual(await run('api fetch $SOCKET'), {
      code: 1,
      out: '',
      err: 'rpc error: code = PermissionDenied desc = no identity issued\n',
    });
  });
  const silent = serveStream(workloadService.FetchX509SVID, async (stream) => {
    await once(stream.signal, 'abort');
  });
  await withAgent([silent], async ({ run }) => {
    const { code, err } = await run('api fetch $SOCKET -timeout 50ms');
    assert.equal(code, 1);
    assert.match(err, /^rpc error: code = DeadlineExceeded desc = /);
  });
  const nobody = await runCaptured(clientCommands, ['api', 'fetch', '-socketPath', '/no.sock']);
  assert.match(
    nobody.err,
    /^could not dial "\/no\.sock": no such file or directory; is the agent running\?/,
  );
});

test('api watch prints every update until it is interrupted', async () => {
  const clock = new FakeClock();
  const ca = await createTestCa({ trustDomain: 'lab.test', clock });
  const response = await responseOf(ca);
  const next = new EventEmitter();
  const fetch = serveStream(workloadService.FetchX509SVID, async (stream) => {
    await stream.send(response);
    await once(next, 'update');
    await stream.send({ ...response, svids: [...response.svids, ...response.svids] });
    await once(stream.signal, 'abort');
  });
  const interrupt = new AbortController();
  const onOutput = (text: string) => {
    if (text.startsWith('Received 1')) next.emit('update');
    if (text.startsWith('Received 2')) interrupt.abort();
  };
  await withAgent([fetch], async ({ run }) => {
    const { signal } = interrupt;
    const { code, out, err } = await run('api watch $SOCKET', { clock, signal, onOutput });
    assert.deepEqual([code, err], [0, '']);
    assert.deepEqual(out.match(/^Received.*$/gm), [
      'Received 1 svid after 0s',
      'Received 2 svids after 0s',
    ]);
  });
});

test('api watch tells what fails and tries again after a while', async () => {
  const clock = new FakeClock();
  const interrupt = new AbortController();
  let calls = 0;
  const refuses = serveStream(workloadService.FetchX509SVID, () => {
    calls++;
    if (calls === 2) interrupt.abort();
    return Promise.reject(new SpiffeError('NO_IDENTITY', 'no identity issued'));
  });
  await withAgent([refuses], async ({ run }) => {
    const waking = new EventEmitter();
    const patient: typeof clock.sleep = (ms, signal) => {
      waking.emit('sleeping', ms);
      return clock.sleep(ms, signal);
    };
    const asleep = once(waking, 'sleeping');
    const running = run('api watch $SOCKET', {
      signal: interrupt.signal,
      clock: {
        now: () => clock.now(),
        monotonic: () => clock.monotonic(),
        after: (ms, wake) => clock.after(ms, wake),
        sleep: patient,
      },
    });
    assert.deepEqual(await asleep, [1000]);
    await clock.advance(1000);
    const { code, err } = await running;
    assert.equal(code, 0);
    assert.match(err, /^rpc error: code = PermissionDenied desc = no identity issued\n$/);
    assert.equal(calls, 2);
  });
});

test('api fetch jwt asks for bundles, then for the token, and prints both', async () => {
  const asked: unknown[] = [];
  const methods = [
    serveStream(workloadService.FetchJWTBundles, async (stream) => {
      asked.push('bundles');
      await stream.send({ bundles: { 'spiffe://lab.test': Buffer.from('{"keys":[]}') } });
      await once(stream.signal, 'abort');
    }),
    serveUnary(workloadService.FetchJWTSVID, async ({ audience, spiffe_id: id }) => {
      asked.push([audience, id]);
      return { svids: [{ spiffe_id: me, svid: 'a.b.c', hint: 'mine' }] };
    }),
  ];
  await withAgent(methods, async ({ run }) => {
    const { code, out } = await run('api fetch jwt $SOCKET -audience a,b');
    assert.equal(code, 0);
    assert.equal(
      out,
      `token(${me}):\n\ta.b.c\nhint(${me}):\n\tmine\nbundle(spiffe://lab.test):\n\t{"keys":[]}\n`,
    );
    assert.deepEqual(asked, ['bundles', [['a', 'b'], '']]);
    for (const flag of ['-output', '-format']) {
      assert.equal(
        (await run(`api fetch jwt $SOCKET -audience a ${flag} json`)).out,
        `[{"svids":[{"hint":"mine","spiffe_id":"${me}","svid":"a.b.c"}]},{"bundles":{"spiffe://lab.test":"eyJrZXlzIjpbXX0="}}]\n`,
      );
    }
    assert.equal((await run('api fetch jwt $SOCKET')).err, 'audience must be specified\n');
  });
  await withAgent([], async ({ run }) => {
    const { err } = await run('api fetch jwt $SOCKET -audience a');
    assert.match(err, /^failed to receive JWT bundles: rpc error: code = Unimplemented desc = /);
  });
});

test('api validate jwt prints the claims, or why the token is not valid', async () => {
  const number = (numberValue: number) => ({ numberValue });
  const validates = serveUnary(workloadService.ValidateJWTSVID, async ({ svid }) => {
    if (svid === 'bad') throw new SpiffeError('INVALID_ARGUMENT', 'token has expired');
    const aud = { listValue: { values: [{ stringValue: 'a' }] } };
    const nested = { structValue: { fields: { x: { boolValue: false }, n: { nullValue: 0 } } } };
    return { spiffe_id: me, claims: { fields: { exp: number(1796034133), aud, nested } } };
  });
  await withAgent([validates], async ({ run }) => {
    assert.equal(
      (await run('api validate jwt $SOCKET -audience a -svid good')).out,
      `SVID is valid.\nSPIFFE ID : ${me}\nClaims    : {"aud":["a"],"exp":1796034133,"nested":{"n":null,"x":false}}\n`,
    );
    assert.match(
      (await run('api validate jwt $SOCKET -audience a -svid good -output json')).out,
      /^\{"claims":\{"aud":\["a"\],.*\},"spiffe_id":"spiffe:\/\/lab\.test\/me"\}\n$/,
    );
    assert.deepEqual(await run('api validate jwt $SOCKET -audience a -svid bad'), {
      code: 1,
      out: '',
      err: 'SVID is not valid: token has expired\n',
    });
    assert.equal(
      (await run('api validate jwt $SOCKET -svid x')).err,
      'audience must be specified\n',
    );
    assert.equal(
      (await run('api validate jwt $SOCKET -audience x')).err,
      'svid must be specified\n',
    );
  });
});

test('healthcheck says what the agent says', async () => {
  let status = 1;
  const check = serveUnary(healthService.Check, async () => ({ status }));
  await withAgent([check], async ({ run }) => {
    const healthy = { code: 0, out: 'Agent is healthy.\n', err: '' };
    assert.deepEqual(await run('healthcheck $SOCKET'), healthy);
    status = 2;
    const { code, err } = await run('healthcheck $SOCKET -verbose');
    assert.equal(code, 1);
    assert.equal(err, 'Agent is unhealthy: agent returned status "NOT_SERVING"\n');
  });
  const { err } = await runCaptured(clientCommands, ['healthcheck', '-socketPath', '/no.sock']);
  assert.match(err, /^Agent is unhealthy: unable to determine health: could not dial "\/no\.sock"/);
});

test('debug getinfo and the logger commands talk to the admin socket', async () => {
  const methods = [
    serveUnary(agentDebugService.GetInfo, async () => ({ uptime: 10, cached_x509_svids_count: 4 })),
    serveUnary(agentLoggerService.GetLogger, async () => ({ current_level: 6, launch_level: 5 })),
  ];
  await withAgent(methods, async ({ run }) => {
    assert.equal(
      (await run('debug getinfo $SOCKET')).out,
      `Agent Debug Info:
  Uptime:                          10s
  Last Sync Success:               (never)
  Cached X.509 SVIDs:              4
  Cached JWT SVIDs:                0
  Cached SVID Store X.509 SVIDs:   0
`,
    );
    assert.equal(
      (await run('logger get $SOCKET')).out,
      'Logger Level : debug\nLaunch Level : info\n\n',
    );
    assert.match((await run('logger get $SOCKET -instance x')).err, /not defined: -instance/);
  });
});

test('envoy bootstrap prints a bootstrap made of flags or of a file', async () => {
  const run = (args: string, stdin?: string) =>
    runCaptured(clientCommands, args.split(' '), stdin === undefined ? {} : { stdin });
  const flags = await run(
    'envoy bootstrap -nodeID web -socketPath /run/agent.sock ' +
      '-inbound port=8443,app_port=8080,allow=spiffe://lab.test/a,allow=spiffe://lab.test/b/* ' +
      '-upstream port=9001,host=db.local,remote_port=8443,expect=spiffe://lab.test/db',
  );
  assert.deepEqual([flags.code, flags.err], [0, '']);
  for (const text of ['/run/agent.sock', 'spiffe://lab.test/a', 'db.local', '8443']) {
    assert.ok(flags.out.includes(text), text);
  }
  const file = await run(
    'envoy bootstrap -options -',
    `node_id = "web" socket_path = "/run/agent.sock"
     inbound { port = 8443 app_port = "8080" allow = ["spiffe://lab.test/a", "spiffe://lab.test/b/*"] }
     upstreams { port = 9001 host = "db.local" remote_port = 8443 expect = ["spiffe://lab.test/db"] }`,
  );
  assert.equal(file.err, '');
  assert.equal(file.out, flags.out);
});

test('envoy bootstrap tells which option is wrong', async () => {
  const rows: readonly (readonly [string, RegExp])[] = [
    ['-inbound port=8443,app_port=1', /-nodeID is required/],
    ['-nodeID web', /needs at least one inbound listener or one upstream/],
    ['-nodeID web -inbound port', /-inbound: "port" must have the form key=value/],
    ['-nodeID web -inbound port=1,port=2', /-inbound: port is given twice/],
    [
      '-nodeID web -inbound port=8443,app_port=1,allow=web',
      /^Error: -inbound \(number 1\) allow\[0\]: /,
    ],
    [
      '-nodeID web -inbound prt=8443',
      /-inbound \(number 1\) prt: unknown key, did you mean "port"\?\n$/,
    ],
  ];
  for (const [args, message] of rows) {
    const argv = `envoy bootstrap ${args}`.split(' ');
    const { code, out, err } = await runCaptured(clientCommands, argv);
    assert.deepEqual([code, out], [1, ''], args);
    assert.match(err, message);
  }
});
