import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { bundleService } from '../../common/rpc/services/bundle.ts';
import { healthService } from '../../common/rpc/services/health.ts';
import { localAuthorityService } from '../../common/rpc/services/local-authority.ts';
import { serverDebugService } from '../../common/rpc/services/server-debug.ts';
import { serverLoggerService } from '../../common/rpc/services/server-logger.ts';
import { svidService } from '../../common/rpc/services/svid.ts';
import { serveUnary } from '../../common/rpc/serve.ts';
import { certificatesToPem } from '../../common/x509/pem.ts';
import { runCaptured, withCliBench } from '../../testkit/cli-bench.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { clientCommands } from './client-commands.ts';

const agent = {
  id: { trust_domain: 'lab.test', path: '/spire/agent/join_token/t' },
  attestation_type: 'join_token',
  x509svid_expires_at: 1796037424,
  x509svid_serial_number: '27198',
  agent_version: '1.15.3',
  selectors: [{ type: 'unix', value: 'uid:1' }],
};

test('healthcheck says what the server says', async () => {
  let status = 1;
  const check = serveUnary(healthService.Check, async () => ({ status }));
  await withCliBench(clientCommands, [check], async ({ run }) => {
    const healthy = { code: 0, out: 'Server is healthy.\n', err: '' };
    assert.deepEqual(await run('healthcheck $SOCKET'), healthy);
    assert.equal(
      (await run('healthcheck $SOCKET -verbose')).out,
      'Checking server health...\nServer is healthy.\n',
    );
    status = 2;
    assert.deepEqual(await run('healthcheck $SOCKET'), {
      code: 1,
      out: '',
      err: 'Error: server is unhealthy: server returned status "NOT_SERVING"\n',
    });
  });
});

test('a socket that nobody serves is told with its path and a hint', async () => {
  const hint = 'is the server running? (-socketPath names its socket)';
  const missing = await runCaptured(clientCommands, [
    'token',
    'generate',
    '-socketPath',
    '/no.sock',
  ]);
  assert.deepEqual(missing, {
    code: 1,
    out: '',
    err: `Error: could not dial "/no.sock": no such file or directory; ${hint}\n`,
  });
  const unhealthy = await runCaptured(clientCommands, ['healthcheck', '-socketPath', '/no.sock']);
  assert.match(
    unhealthy.err,
    /^Error: server is unhealthy: unable to determine health: could not dial/,
  );
  await withCliBench(clientCommands, [], async ({ folder, run }) => {
    writeFileSync(join(folder, 'file'), '');
    const file = await run(`bundle show -socketPath ${join(folder, 'file')}`);
    assert.match(file.err, /: connection refused; is the server running\?/);
  });
});

test('the socket comes from the environment when no flag names it', async () => {
  const generate = serveUnary(agentService.CreateJoinToken, async () => ({ value: 't' }));
  await withCliBench(clientCommands, [generate], async ({ folder, socketPath, run }) => {
    const plain = await run('token generate', { env: { SPIRE_SERVER_PRIVATE_SOCKET: socketPath } });
    assert.equal(plain.code, 0);
    const env = { SPIRE_SERVER_PRIVATE_SOCKET_TEMPLATE: `${folder}/%i.sock` };
    assert.equal((await run('token generate -instance api', { env })).code, 0);
  });
});

test('token generate asks for the ID and the time to live', async () => {
  const seen: unknown[] = [];
  const generate = serveUnary(agentService.CreateJoinToken, async ({ ttl, agent_id: id }) => {
    seen.push([ttl, id?.path]);
    return { value: 'f00', expires_at: 1796033797 };
  });
  await withCliBench(clientCommands, [generate], async ({ run }) => {
    assert.equal(
      (await run('token generate $SOCKET')).out,
      'Token: f00\nWarning: Missing SPIFFE ID.\n',
    );
    const json = await run(
      'token generate $SOCKET -spiffeID spiffe://lab.test/a -ttl 60 -output json',
    );
    assert.equal(json.out, '{"expires_at":"1796033797","value":"f00"}\n');
    assert.deepEqual(seen, [
      [600, undefined],
      [60, '/a'],
    ]);
  });
});

test('agents are listed, counted, shown, banned and evicted', async () => {
  const filters: unknown[] = [];
  const named: unknown[] = [];
  const methods = [
    serveUnary(agentService.ListAgents, async ({ filter, page_token: token }) => {
      filters.push([
        filter?.by_banned?.value,
        filter?.by_can_reattest?.value,
        filter?.by_attestation_type,
      ]);
      if (filter?.by_attestation_type === 'none') return {};
      return token === ''
        ? { agents: [agent], next_page_token: '2' }
        : { agents: [{ ...agent, banned: true }] };
    }),
    serveUnary(agentService.CountAgents, async () => ({ count: 1 })),
    serveUnary(agentService.GetAgent, async () => agent),
    serveUnary(agentService.BanAgent, async ({ id }) => (named.push(id?.path), {})),
    serveUnary(agentService.DeleteAgent, () =>
      Promise.reject(new SpiffeError('NOT_FOUND', 'agent not found')),
    ),
  ];
  await withCliBench(clientCommands, methods, async ({ run }) => {
    const list = await run(
      'agent list $SOCKET -banned true -canReattest other -attestationType k8s_psat',
    );
    assert.equal(
      list.out,
      `Found 2 attested agents:

SPIFFE ID         : spiffe://lab.test/spire/agent/join_token/t
Attestation type  : join_token
Expiration time   : 2026-11-30 11:17:04 +0000 UTC
Serial number     : 27198
Can re-attest     : false
Agent version     : 1.15.3

SPIFFE ID         : spiffe://lab.test/spire/agent/join_token/t
Attestation type  : join_token
Expiration time   : 2026-11-30 11:17:04 +0000 UTC
Banned            : true
Can re-attest     : false
Agent version     : 1.15.3

`,
    );
    assert.deepEqual(filters[0], [true, undefined, 'k8s_psat']);
    assert.equal(
      (await run('agent list $SOCKET -attestationType none')).out,
      'No attested agents found\n',
    );
    assert.equal((await run('agent count $SOCKET')).out, '1 attested agent\n');
    const id = '-spiffeID spiffe://lab.test/spire/agent/join_token/t';
    const shown = await run(`agent show $SOCKET ${id}`);
    assert.match(shown.out, /^Found an attested agent given its SPIFFE ID\n\nSPIFFE ID/);
    assert.match(shown.out, /\n\nSelectors {9}: unix:uid:1\n$/);
    assert.equal((await run(`agent ban $SOCKET ${id}`)).out, 'Agent banned successfully\n');
    assert.deepEqual(named, ['/spire/agent/join_token/t']);
    assert.equal(
      (await run(`agent evict $SOCKET ${id}`)).err,
      'Error: rpc error: code = NotFound desc = agent not found\n',
    );
    assert.equal((await run('agent evict $SOCKET')).err, 'Error: a SPIFFE ID is required\n');
    assert.match(
      (await run('agent list $SOCKET -expiresBefore xx')).err,
      /^Error: date is not valid: "xx"/,
    );
    assert.equal(
      (await run('agent list $SOCKET -selector xx')).err,
      'Error: error parsing selector "xx": selector "xx" must be formatted as type:value\n',
    );
  });
});

test('bundles are shown as PEM or as a SPIFFE bundle document', async () => {
  const ca = await createTestCa({ trustDomain: 'lab.test' });
  const bundle = {
    trust_domain: 'lab.test',
    x509_authorities: [{ asn1: ca.rootDer }],
    jwt_authorities: [{ key_id: 'kid', public_key: ca.keyPair.publicKeyDer }],
    sequence_number: 4,
    refresh_hint: 300,
  };
  const methods = [
    serveUnary(bundleService.GetBundle, async () => bundle),
    serveUnary(bundleService.ListFederatedBundles, async () => ({ bundles: [bundle, bundle] })),
    serveUnary(bundleService.GetFederatedBundle, async () => bundle),
  ];
  const pem = certificatesToPem([ca.rootDer]);
  await withCliBench(clientCommands, methods, async ({ run }) => {
    assert.equal((await run('bundle show $SOCKET')).out, pem);
    const document = JSON.parse((await run('bundle show $SOCKET -format SPIFFE')).out) as {
      keys: Record<string, unknown>[];
    };
    assert.deepEqual(
      document.keys.map((key) => [key['use'], key['kty'], key['crv'], key['kid'], 'x5c' in key]),
      [
        ['x509-svid', 'EC', 'P-256', undefined, true],
        ['jwt-svid', 'EC', 'P-256', 'kid', false],
      ],
    );
    assert.deepEqual(
      { ...document, keys: 0 },
      { keys: 0, spiffe_sequence: 4, spiffe_refresh_hint: 300 },
    );
    const banner = `${'*'.repeat(40)}\n* lab.test\n${'*'.repeat(40)}\n`;
    assert.equal((await run('bundle list $SOCKET')).out, `${banner}${pem}\n${banner}${pem}`);
    assert.equal((await run('bundle list $SOCKET -id spiffe://lab.test')).out, pem);
    assert.equal((await run('bundle show $SOCKET -format x')).err, 'Error: invalid format: "x"\n');
    assert.match(
      (await run('bundle show $SOCKET -output json')).out,
      /^\{"jwt_authorities":.*"sequence_number":"4"/,
    );
  });
});

test('x509 mint gives certificate, key and roots, on standard output or in files', async () => {
  const ca = await createTestCa({ trustDomain: 'lab.test' });
  const clock = new FakeClock();
  const methods = [
    serveUnary(svidService.MintX509SVID, async ({ csr, ttl }) => ({
      svid: {
        cert_chain: await ca.sign(Uint8Array.from(csr), 'spiffe://lab.test/m'),
        expires_at: clock.now() / 1000 + Math.min(ttl, 3600),
      },
    })),
    serveUnary(bundleService.GetBundle, async () => ({ x509_authorities: [{ asn1: ca.rootDer }] })),
  ];
  await withCliBench(clientCommands, methods, async ({ folder, run }) => {
    const line = 'x509 mint $SOCKET -spiffeID spiffe://lab.test/m -ttl 10m';
    const { code, out, err } = await run(line, { clock });
    assert.deepEqual([code, err], [0, '']);
    const [, svid = '', key = '', roots = ''] =
      /^X509-SVID:\n([^]*)\n\nPrivate key:\n([^]*)\n\nRoot CAs:\n([^]*)\n\n$/.exec(out) ?? [];
    assert.ok(new X509Certificate(svid).checkPrivateKey(createPrivateKey(key)));
    assert.equal(`${roots}\n`, certificatesToPem([ca.rootDer]));

    const long = await run(line.replace('10m', '600h'), { clock });
    assert.equal(
      long.err,
      'X509-SVID lifetime was capped shorter than specified ttl; expires "2026-01-01T01:00:00Z"\n',
    );
    const json = JSON.parse((await run(`${line} -output json`, { clock })).out) as object;
    assert.deepEqual(Object.keys(json), ['x509_svid', 'private_key', 'root_cas']);

    const files = await run(`${line} -write ${folder}`, { clock });
    assert.equal(
      files.out,
      `X509-SVID written to ${folder}/svid.pem\nPrivate key written to ${folder}/key.pem\nRoot CAs written to ${folder}/bundle.pem\n`,
    );
    assert.equal(statSync(join(folder, 'key.pem')).mode & 0o777, 0o600);
    assert.equal((await run('x509 mint $SOCKET')).err, 'Error: spiffeID must be specified\n');
  });
});

test('jwt mint prints the token or writes it to a private file', async () => {
  const clock = new FakeClock();
  const mint = serveUnary(svidService.MintJWTSVID, async ({ audience, ttl }) => ({
    svid: {
      token: `token for ${audience.join()}`,
      expires_at: clock.now() / 1000 + Math.min(ttl, 300),
    },
  }));
  await withCliBench(clientCommands, [mint], async ({ folder, run }) => {
    const line = 'jwt mint $SOCKET -spiffeID spiffe://lab.test/m -audience a -audience b';
    assert.deepEqual(await run(line, { clock }), { code: 0, out: 'token for a,b\n', err: '' });
    const long = await run(`${line} -ttl 1h`, { clock });
    assert.match(long.err, /^JWT-SVID lifetime was capped .*"2026-01-01T00:05:00Z"\n$/);
    const path = join(folder, 'token');
    assert.equal(
      (await run(`${line} -write ${path}`, { clock })).out,
      `JWT-SVID written to ${path}\n`,
    );
    assert.equal(readFileSync(path, 'utf8'), 'token for a,b');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(
      (await run('jwt mint $SOCKET -spiffeID spiffe://lab.test/m')).err,
      'Error: at least one audience must be specified\n',
    );
  });
});

test('logger get, set and reset print both levels', async () => {
  let level = 3;
  const logger = () => ({ current_level: level, launch_level: 3 });
  const methods = [
    serveUnary(serverLoggerService.GetLogger, async () => logger()),
    serveUnary(serverLoggerService.SetLogLevel, async ({ new_level: wanted }) => {
      level = wanted;
      return logger();
    }),
    serveUnary(serverLoggerService.ResetLogLevel, async () => {
      level = 3;
      return logger();
    }),
  ];
  await withCliBench(clientCommands, methods, async ({ run }) => {
    assert.equal(
      (await run('logger get $SOCKET')).out,
      'Logger Level : error\nLaunch Level : error\n\n',
    );
    assert.match((await run('logger set $SOCKET -level WARN')).out, /^Logger Level : warning\n/);
    assert.match((await run('logger set $SOCKET -level warning')).out, /^Logger Level : warning\n/);
    assert.equal(
      (await run('logger reset $SOCKET -output json')).out,
      '{"current_level":"ERROR","launch_level":"ERROR"}\n',
    );
    assert.equal((await run('logger set $SOCKET')).err, 'Error: a value (-level) must be set\n');
    for (const bad of ['bogus', 'unspecified', '4', 'toString']) {
      const rule = `Error: the value "${bad}" is not a valid setting\n`;
      assert.equal((await run(`logger set $SOCKET -level ${bad}`)).err, rule);
    }
  });
});

test('debug getinfo prints counts and the chain', async () => {
  const info = serveUnary(serverDebugService.GetInfo, async () => ({
    uptime: 3661,
    agents_count: 1,
    entries_count: 5,
    federated_bundles_count: 2,
    svid_chain: [
      {
        id: { trust_domain: 'lab.test', path: '/spire/server' },
        subject: 'O=SPIRE,C=US',
        expires_at: 1796037334,
      },
    ],
  }));
  await withCliBench(clientCommands, [info], async ({ run }) => {
    assert.equal(
      (await run('debug getinfo $SOCKET')).out,
      `Server Debug Info:
  Uptime:                  1h1m1s
  Registered Agents:       1
  Registration Entries:    5
  Federated Bundles:       2
  SVID Chain:
    [0] SPIFFE ID:  spiffe://lab.test/spire/server
        Subject:    O=SPIRE,C=US
        Expires At: 2026-11-30T11:15:34Z
`,
    );
  });
});

test('local authorities are shown and moved from slot to slot', async () => {
  const state = { authority_id: 'a1', expires_at: 1796120134 };
  const seen: string[] = [];
  const methods = [
    serveUnary(localAuthorityService.GetX509AuthorityState, async () => ({ active: state })),
    serveUnary(localAuthorityService.PrepareX509Authority, async () => ({
      prepared_authority: { ...state, upstream_authority_subject_key_id: 'u1' },
    })),
    serveUnary(localAuthorityService.ActivateJWTAuthority, async ({ authority_id: id }) => {
      seen.push(id);
      return { activated_authority: state };
    }),
    serveUnary(localAuthorityService.TaintX509Authority, () =>
      Promise.reject(new SpiffeError('INVALID_ARGUMENT', 'unexpected authority ID')),
    ),
  ];
  await withCliBench(clientCommands, methods, async ({ run }) => {
    assert.equal(
      (await run('localauthority x509 show $SOCKET')).out,
      `Active X.509 authority:
  Authority ID: a1
  Expires at: 2026-12-01 10:15:34 +0000 UTC
  Upstream authority ID: No upstream authority

Prepared X.509 authority:
  No prepared X.509 authority found

Old X.509 authority:
  No old X.509 authority found
`,
    );
    assert.equal(
      (await run('localauthority x509 prepare $SOCKET')).out,
      `Prepared X.509 authority:
  Authority ID: a1
  Expires at: 2026-12-01 10:15:34 +0000 UTC
  Upstream authority Subject Key ID: u1
`,
    );
    assert.equal(
      (await run('localauthority jwt activate $SOCKET -authorityID a1')).out,
      'Activated JWT authority:\n  Authority ID: a1\n  Expires at: 2026-12-01 10:15:34 +0000 UTC\n',
    );
    assert.deepEqual(seen, ['a1']);
    assert.equal(
      (await run('localauthority x509 taint $SOCKET -authorityID x')).err,
      'Error: could not taint X.509 authority: rpc error: code = InvalidArgument desc = unexpected authority ID\n',
    );
    assert.equal(
      (await run('localauthority jwt revoke $SOCKET')).err,
      'Error: an authority ID is required\n',
    );
  });
});
