import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { bundleService } from '../../../common/rpc/services/bundle.ts';
import { localAuthorityService } from '../../../common/rpc/services/local-authority.ts';
import { parseCertificate } from '../../../common/x509/certificate.ts';
import { startTestServer } from '../../../testkit/running-server.ts';

const timeoutMs = 10_000;

test('an operator prepares a new X.509 authority, activates it, taints the old one and revokes it', async (t) => {
  const { admin } = await startTestServer(t);
  const service = localAuthorityService;
  const state = () => admin.unary(service.GetX509AuthorityState, {}, { timeoutMs });
  const roots = async () => {
    const bundle = await admin.unary(bundleService.GetBundle, {}, { timeoutMs });
    return bundle.x509_authorities.map(({ tainted }) => tainted);
  };
  const old = (await state()).active?.authority_id ?? '';
  const { prepared_authority: prepared } = await admin.unary(
    service.PrepareX509Authority,
    {},
    { timeoutMs },
  );
  const next = prepared?.authority_id ?? '';
  assert.match(next, /^[0-9a-f]{40}$/);
  assert.deepEqual([(await state()).prepared?.authority_id, await roots()], [next, [false, false]]);
  await admin.unary(service.ActivateX509Authority, { authority_id: next }, { timeoutMs });
  const activated = await state();
  assert.deepEqual([activated.active?.authority_id, activated.old?.authority_id], [next, old]);
  await admin.unary(service.TaintX509Authority, { authority_id: old }, { timeoutMs });
  assert.deepEqual((await roots()).sort(), [false, true]);
  await admin.unary(service.RevokeX509Authority, { authority_id: old }, { timeoutMs });
  assert.deepEqual(await roots(), [false]);
});

test('once an authority is tainted, the server itself is no longer known by it: it can be revoked at once', async (t) => {
  const { admin, server } = await startTestServer(t);
  const service = localAuthorityService;
  const old = (await admin.unary(service.GetX509AuthorityState, {}, { timeoutMs })).active;
  const { prepared_authority: next } = await admin.unary(
    service.PrepareX509Authority,
    {},
    { timeoutMs },
  );
  await admin.unary(service.ActivateX509Authority, next ?? {}, { timeoutMs });
  assert.equal(await issuerShownAt(server.address.port), old?.authority_id);
  await admin.unary(service.TaintX509Authority, old ?? {}, { timeoutMs });
  assert.equal(await issuerShownAt(server.address.port), next?.authority_id);
});

test('an authority that is not the next one cannot be activated, and one must be named', async (t) => {
  const { admin } = await startTestServer(t);
  for (const authority_id of ['', 'ff']) {
    await assert.rejects(
      admin.unary(localAuthorityService.ActivateX509Authority, { authority_id }, { timeoutMs }),
      { code: 'INVALID_ARGUMENT' },
    );
  }
});

test('without an upstream authority there is none to taint, and WIT authorities are not served', async (t) => {
  const { admin } = await startTestServer(t);
  await assert.rejects(
    admin.unary(
      localAuthorityService.TaintX509UpstreamAuthority,
      { subject_key_id: 'ff' },
      { timeoutMs },
    ),
    { code: 'FAILED_PRECONDITION', message: 'upstream authority is not configured' },
  );
  await assert.rejects(admin.unary(localAuthorityService.GetWITAuthorityState, {}, { timeoutMs }), {
    code: 'UNIMPLEMENTED',
  });
});

test('JWT authorities have their own state', async (t) => {
  const { admin } = await startTestServer(t);
  const state = await admin.unary(localAuthorityService.GetJWTAuthorityState, {}, { timeoutMs });
  assert.match(state.active?.authority_id ?? '', /^[A-Za-z0-9]{32}$/);
  await admin.unary(localAuthorityService.PrepareJWTAuthority, {}, { timeoutMs });
});

/** The authority that signed what the server's port presents now. */
async function issuerShownAt(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const leaf = socket.getPeerX509Certificate();
  socket.destroy();
  return parseCertificate(leaf?.raw ?? new Uint8Array()).authorityKeyId;
}
