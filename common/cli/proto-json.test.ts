import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { spire } from '../../proto/gen/spire-api.js';
import { X509SVIDResponse } from '../../proto/gen/workload-api.js';
import { toProtoJson, wideFields } from './proto-json.ts';

const { Entry, Logger } = spire.api.types;

test('a message prints as SPIRE prints it: all fields, sorted, 64-bit numbers as strings', () => {
  const bytes = Entry.encode({
    id: 'e1',
    spiffe_id: { trust_domain: 'lab.test', path: '/web' },
    selectors: [{ type: 'unix', value: 'uid:1' }],
    x509_svid_ttl: 60,
    created_at: 1796033787,
  }).finish();
  assert.equal(
    JSON.stringify(toProtoJson(Entry.decode(bytes))),
    '{"admin":false,"created_at":"1796033787","dns_names":[],"downstream":false,"expires_at":"0",' +
      '"federates_with":[],"hint":"","id":"e1","jwt_svid_ttl":0,"revision_number":"0",' +
      '"selectors":[{"type":"unix","value":"uid:1"}],' +
      '"spiffe_id":{"path":"/web","trust_domain":"lab.test"},"store_svid":false,"x509_svid_ttl":60}',
  );
});

test('bytes are base64, maps are objects, enums go by name', () => {
  const response = X509SVIDResponse.decode(
    X509SVIDResponse.encode({
      federated_bundles: {
        'spiffe://b.test': Uint8Array.of(2),
        'spiffe://a.test': Uint8Array.of(1),
      },
    }).finish(),
  );
  assert.equal(
    JSON.stringify(toProtoJson(response)),
    '{"crl":[],"federated_bundles":{"spiffe://a.test":"AQ==","spiffe://b.test":"Ag=="},"svids":[]}',
  );
  const logger = Logger.decode(Logger.encode({ current_level: 6, launch_level: 5 }).finish());
  assert.deepEqual(toProtoJson(logger), { current_level: 'DEBUG', launch_level: 'INFO' });
});

test('the fields of 64 bits are those of the protos, and no narrower number has such a name', () => {
  const folder = join(import.meta.dirname, '../../proto/spire/api');
  const wide = new Set<string>();
  const narrow = new Set<string>();
  for (const path of globSync(`${folder}/**/*.proto`)) {
    const fields = readFileSync(path, 'utf8').matchAll(
      /^\s*(?:repeated )?([a-z]+)(32|64) (\w+) = \d/gm,
    );
    for (const [, , bits, name = ''] of fields) (bits === '64' ? wide : narrow).add(name);
  }
  assert.deepEqual([...wide].toSorted(), [...wideFields].toSorted());
  assert.deepEqual([...wide.intersection(narrow)], []);
});
