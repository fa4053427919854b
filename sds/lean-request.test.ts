import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCode } from '../common/errors/spiffe-error.ts';
import { encodeSotw } from '../testkit/envoy-client.ts';
import { seededRandom } from '../testkit/random.ts';
import { LeanRequest } from './lean-request.ts';
import { decodeNode } from './node-metadata.ts';
import { encodeMessage, type Field } from './protobuf.ts';
import { decodeDeltaRequest, decodeDiscoveryRequest } from './request.ts';

const limits = { names_per_stream: 256, name_bytes: 2048 };

/** A Node as large as Envoy's: extensions and metadata by the kilobyte around what matters. */
function largeNode(more: readonly Field[] = []): Uint8Array {
  const filler: Field = [
    12,
    [
      [1, 'envoy.extension'],
      [2, 'x'.repeat(200)],
    ],
  ];
  return encodeMessage([
    ...Array.from({ length: 200 }, () => filler),
    [1, 'sidecar~10.0.0.1'],
    [
      3,
      [
        [
          1,
          [
            [1, 'LABELS'],
            [2, [[3, 'y'.repeat(20_000)]]],
          ],
        ],
      ],
    ],
    [
      3,
      [
        [
          1,
          [
            [1, 'disable_spiffe_cert_validation'],
            [2, [[3, 'true']]],
          ],
        ],
      ],
    ],
    [2, 'front'],
    [
      8,
      [
        [1, Uint8Array.of(8, 1, 16, 40, 24, 0)],
        [2, 'z'.repeat(150)],
      ],
    ],
    ...more,
  ]);
}

function inParts(bytes: Uint8Array, nodeField: number, cut: () => number): Uint8Array {
  const lean = new LeanRequest(nodeField, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + cut());
    lean.push(bytes.subarray(at, end));
    at = end;
  }
  return lean.finish();
}

/** What is read of a request, the Node decoded. */
function read(bytes: Uint8Array) {
  const { node, ...rest } = decodeDiscoveryRequest(bytes, limits);
  return { ...rest, node: node === undefined ? undefined : decodeNode(node) };
}

suite('requests that arrive in parts', () => {
  const base = encodeSotw({
    version_info: 'v',
    resource_names: ['default', 'ROOTCA'],
    response_nonce: 'n',
    error_detail: { code: 3, message: 'bad key' },
  });
  const requests: readonly (readonly [what: string, bytes: Uint8Array])[] = [
    ['without a Node', base],
    ['with an empty Node', encodeMessage([[2, []]])],
    ['with a large Node', Buffer.concat([base, encodeMessage([[2, largeNode()]])])],
    ['with texts that are too long', encodeMessage([[2, largeNode([[1, 'i'.repeat(5_000)]])]])],
    ['with a build version that is too long', encodeMessage([[2, [[8, 'v'.repeat(5_000)]]]])],
    [
      'with two Nodes',
      encodeMessage([
        [2, largeNode()],
        [2, [[1, 'last']]],
        [3, 'a'],
      ]),
    ],
    [
      'with fields of all wire types',
      Buffer.concat([
        base,
        Buffer.from('f8ff0301', 'hex'),
        Buffer.from('9906', 'hex'),
        Buffer.alloc(8),
        Buffer.from('9d06', 'hex'),
        Buffer.alloc(4),
      ]),
    ],
  ];
  for (const [what, bytes] of requests) {
    test(`one ${what} means the same as in one piece`, () => {
      for (const step of [1, 2, 3, 7, 100, 16_384, bytes.length]) {
        const lean = inParts(bytes, 2, () => step);
        assert.deepEqual(read(lean), read(bytes));
      }
    });
  }

  test('a Delta request has its Node in another field', () => {
    const bytes = encodeMessage([
      [3, 'default'],
      [1, largeNode()],
      [6, 'n'],
    ]);
    const lean = decodeDeltaRequest(
      inParts(bytes, 1, () => 1000),
      limits,
    );
    const { node, ...rest } = decodeDeltaRequest(bytes, limits);
    assert.deepEqual({ ...lean, node: undefined }, { ...rest, node: undefined });
    assert.deepEqual(decodeNode(lean.node ?? Buffer.alloc(0)), decodeNode(node ?? Buffer.alloc(0)));
  });

  test('a Node of 4 MB is never held', () => {
    const extension: Field = [12, 'x'.repeat(1_000_000)];
    const bytes = encodeMessage([[2, [extension, extension, [1, 'me'], extension, extension]]]);
    const lean = new LeanRequest(2, bytes.length);
    for (let at = 0; at < bytes.length; at += 16_384) {
      lean.push(bytes.subarray(at, at + 16_384));
      assert.ok(lean.heldBytes < 1024);
    }
    assert.ok(lean.finish().length < 1024);
  });

  test('a message of the smallest fields counts as what it weighs, not as what it is long', () => {
    const field = Buffer.from([0x2a, 1, 0x41]);
    const lean = new LeanRequest(2, 4_000_000);
    lean.push(Buffer.concat(new Array<Buffer>(10_000).fill(field)));
    assert.ok(lean.heldBytes > 3_000_000);
  });

  const faults: readonly (readonly [what: string, hex: string])[] = [
    ['a field longer than the message', '1a0561'],
    ['a field longer than the Node around it', '12030a0561616161'],
    ['a number longer than the Node around it', '120208ff0101'],
    ['a group', '0b0c'],
    ['field number 0', '0001'],
    ['a number without an end', '08ffffffffffffffffffffff01'],
    ['a message that ends after a tag', '1a'],
    ['eight bytes of which three came', '0961616'.padEnd(8, '1')],
  ];
  for (const [what, hex] of faults) {
    test(`${what} is refused, in parts and in one piece`, () => {
      const bytes = Buffer.from(hex, 'hex');
      const isMalformed = (error: unknown) => hasCode(error, 'INVALID_ARGUMENT');
      assert.throws(() => inParts(bytes, 2, () => 1), isMalformed);
      assert.throws(() => read(bytes), isMalformed);
    });
  }

  test('of 30,000 damaged requests all that are read are read alike in parts and in one piece', () => {
    const random = seededRandom(611);
    const whole = Buffer.concat([
      base,
      encodeMessage([
        [
          2,
          [
            [1, 'id'],
            [3, [[1, [[1, 'k']]]]],
            [2, 'c'],
          ],
        ],
      ]),
    ]);
    let refused = 0;
    let unlike = 0;
    for (let round = 0; round < 30_000; round++) {
      const bytes = Buffer.from(whole);
      for (let hits = random(4); hits >= 0; hits--) bytes[random(bytes.length)] = random(256);
      const results = [bytes, undefined].map((one) => {
        try {
          return read(one ?? inParts(bytes, 2, () => 1 + random(9)));
        } catch (error) {
          return hasCode(error, 'INVALID_ARGUMENT') ? 'refused' : error;
        }
      });
      // A fault in what is skipped, or in a Node that another one replaces, is seen by one of them only.
      if (results.includes('refused')) refused++;
      else assert.deepEqual(results[1], results[0]);
      if (results[0] !== results[1] && results.includes('refused')) unlike++;
      assert.ok(!(results[1] instanceof Error), String(results[1]));
    }
    assert.ok(refused > 5_000 && refused < 29_000, String(refused));
    assert.ok(unlike < 300, String(unlike));
  });
});
