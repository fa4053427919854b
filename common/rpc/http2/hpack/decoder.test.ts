import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { seededRandom } from '../../../../testkit/random.ts';
import { ConnectionFault } from '../faults.ts';
import { HpackDecoder } from './decoder.ts';
import { encodeFields, encodeInteger } from './encoder.ts';
import { huffmanCodes } from './huffman.ts';

const wide = { maxHeaderBytes: 16_384, maxHeaderFields: 100 };
const date1 = 'Mon, 21 Oct 2013 20:13:21 GMT';
const date2 = 'Mon, 21 Oct 2013 20:13:22 GMT';
const site = 'https://www.example.com';
const cookie = 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1';

const first = [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'www.example.com'];
const third = [
  ...[':method', 'GET', ':scheme', 'https', ':path', '/index.html'],
  ...[':authority', 'www.example.com', 'custom-key', 'custom-value'],
];
const redirect = (status: string) => [
  ...[':status', status, 'cache-control', 'private'],
  ...['date', date1, 'location', site],
];
const last = [
  ...[':status', '200', 'cache-control', 'private', 'date', date2, 'location', site],
  ...['content-encoding', 'gzip', 'set-cookie', cookie],
];

/** RFC 7541 Appendix C: blocks of one connection each, with the fields and the table size after each. */
const appendixC: readonly (readonly [
  name: string,
  tableBytes: number,
  blocks: readonly (readonly [hex: string, fields: readonly string[], tableBytes: number])[],
])[] = [
  [
    'C.2.1 literal with indexing',
    4096,
    [['400a637573746f6d2d6b65790d637573746f6d2d686561646572', ['custom-key', 'custom-header'], 55]],
  ],
  [
    'C.2.2 literal without indexing',
    4096,
    [['040c2f73616d706c652f70617468', [':path', '/sample/path'], 0]],
  ],
  [
    'C.2.3 literal never indexed',
    4096,
    [['100870617373776f726406736563726574', ['password', 'secret'], 0]],
  ],
  ['C.2.4 indexed field', 4096, [['82', [':method', 'GET'], 0]]],
  [
    'C.3 requests without Huffman codes',
    4096,
    [
      ['828684410f7777772e6578616d706c652e636f6d', first, 57],
      ['828684be58086e6f2d6361636865', [...first, 'cache-control', 'no-cache'], 110],
      ['828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565', third, 164],
    ],
  ],
  [
    'C.4 requests with Huffman codes',
    4096,
    [
      ['828684418cf1e3c2e5f23a6ba0ab90f4ff', first, 57],
      ['828684be5886a8eb10649cbf', [...first, 'cache-control', 'no-cache'], 110],
      ['828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf', third, 164],
    ],
  ],
  [
    'C.5 responses without Huffman codes',
    256,
    [
      [
        '4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d54' +
          '6e1768747470733a2f2f7777772e6578616d706c652e636f6d',
        redirect('302'),
        222,
      ],
      ['4803333037c1c0bf', redirect('307'), 222],
      [
        '88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a697077' +
          '38666f6f3d4153444a4b48514b425a584f5157454f50495541585157454f49553b206d61782d6167' +
          '653d333630303b2076657273696f6e3d31',
        last,
        215,
      ],
    ],
  ],
  [
    'C.6 responses with Huffman codes',
    256,
    [
      [
        '488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad17' +
          '1863c78f0b97c8e9ae82ae43d3',
        redirect('302'),
        222,
      ],
      ['4883640effc1c0bf', redirect('307'), 222],
      [
        '88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6' +
          'c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007',
        last,
        215,
      ],
    ],
  ],
];

suite('HPACK decoder', () => {
  for (const [name, maxTableBytes, blocks] of appendixC) {
    test(`RFC 7541 ${name} decodes to its fields and leaves the table it should`, () => {
      const decoder = new HpackDecoder(wide, maxTableBytes);
      for (const [hex, fields, bytes] of blocks) {
        assert.deepEqual(decoder.decode(Buffer.from(hex, 'hex')).texts, fields);
        assert.equal(decoder.tableBytes, bytes);
      }
    });
  }

  test('the newest entry comes first in the table', () => {
    const decoder = new HpackDecoder(wide);
    decoder.decode(Buffer.concat([indexed('a', '1'), indexed('b', '2')]));
    assert.deepEqual(decoder.table, [
      ['b', '2'],
      ['a', '1'],
    ]);
  });

  test('a size update evicts the oldest entries, and the table grows again', () => {
    const decoder = new HpackDecoder(wide);
    decoder.decode(Buffer.concat([indexed('a', '1'), indexed('b', '2')]));
    decoder.decode(encodeInteger(34, 0x1f, 0x20));
    assert.deepEqual(decoder.table, [['b', '2']]);
    decoder.decode(Buffer.concat([Buffer.of(0x20), encodeInteger(4096, 0x1f, 0x20)]));
    assert.deepEqual(decoder.table, []);
    decoder.decode(indexed('c', '3'));
    assert.deepEqual(decoder.table, [['c', '3']]);
  });

  test('an entry larger than the table empties it', () => {
    const decoder = new HpackDecoder(wide, 64);
    decoder.decode(indexed('a', '1'));
    assert.deepEqual(decoder.decode(indexed('b', 'x'.repeat(64))).texts, ['b', 'x'.repeat(64)]);
    assert.deepEqual(decoder.table, []);
  });

  test('a block that comes again is the same list, until the table changes', () => {
    const decoder = new HpackDecoder(wide);
    decoder.decode(indexed('a', '1'));
    const block = Buffer.of(0x80 | 62);
    const once = decoder.decode(block);
    assert.equal(decoder.decode(block), once);
    decoder.decode(indexed('b', '2'));
    assert.deepEqual(decoder.decode(block).texts, ['b', '2']);
  });

  test('a list over the byte limit is cut, and the table is what the peer thinks it is', () => {
    const decoder = new HpackDecoder({ ...wide, maxHeaderBytes: 70 });
    const list = decoder.decode(
      Buffer.concat([indexed('a', '1'), indexed('b', '2'), indexed('c', '3')]),
    );
    assert.ok(list.overflow);
    assert.deepEqual(list.texts, ['a', '1', 'b', '2']);
    assert.equal(decoder.table.length, 3);
  });

  test('a list of too many fields is cut', () => {
    const decoder = new HpackDecoder({ ...wide, maxHeaderFields: 2 });
    assert.ok(!decoder.decode(Buffer.of(0x82, 0x82)).overflow);
    assert.ok(decoder.decode(Buffer.of(0x82, 0x82, 0x82)).overflow);
  });

  test('a bomb of references to a large entry costs no memory', () => {
    const decoder = new HpackDecoder(wide);
    decoder.decode(indexed('a', 'x'.repeat(4000)));
    const list = decoder.decode(Buffer.alloc(16_000, 0x80 | 62));
    assert.ok(list.overflow);
    assert.ok(list.texts.length <= 8);
  });

  const faults: readonly (readonly [what: string, hex: string])[] = [
    ['index 0', '80'],
    ['an index beyond the static and an empty dynamic table', 'be'],
    ['a name index beyond the table', '7f00'],
    ['a block that ends in an integer', 'ff'],
    ['an integer of 5 continuation bytes', 'ff8080808080'],
    ['an integer that overflows', 'ffffffffffff7f'],
    ['a block that ends before the value', '0001'],
    ['a string longer than the block', '00056161'],
    ['a string of 2^28 bytes', '007fffffff7f'],
    ['a size update after a field', '8220'],
    ['a size update beyond the limit', '3fe21f'],
    ['a Huffman string with EOS', '0084ffffffff00'],
    ['a Huffman string with 8 bits of padding', '0082' + '1fff' + '00'],
    ['a Huffman string padded with zeros', '0081' + '18' + '00'],
    ['a Huffman string that ends in a long code', '0081fe00'],
  ];
  for (const [what, hex] of faults) {
    test(`${what} is a COMPRESSION_ERROR`, () => {
      const decode = () => new HpackDecoder(wide).decode(Buffer.from(hex, 'hex'));
      assert.throws(decode, isCompressionFault);
    });
  }

  test('every byte survives its Huffman code', () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const list = new HpackDecoder(wide).decode(huffmanLiteral('name', all));
    assert.equal(list.texts[1], all.toString('latin1'));
  });

  test('what the encoder writes the decoder reads, on any connection', () => {
    const fields = [
      [':status', '200'],
      ['content-type', 'application/grpc'],
      ['grpc-message', 'x'.repeat(300)],
      ['grpc-status', ''],
    ] as const;
    const decoder = new HpackDecoder(wide);
    decoder.decode(indexed('a', '1'));
    assert.deepEqual(decoder.decode(encodeFields(fields)).texts, fields.flat());
    assert.equal(decoder.table.length, 1);
  });

  test('RFC 7541 C.1: integers', () => {
    assert.equal(encodeInteger(10, 0x1f, 0).toString('hex'), '0a');
    assert.equal(encodeInteger(1337, 0x1f, 0).toString('hex'), '1f9a0a');
    assert.equal(encodeInteger(42, 0xff, 0).toString('hex'), '2a');
  });

  test('200,000 random blocks decode or are a COMPRESSION_ERROR, and the table stays within its size', () => {
    const random = seededRandom(7541);
    let decoder = new HpackDecoder(wide, 256);
    let faultsSeen = 0;
    for (let round = 0; round < 200_000; round++) {
      const block = Buffer.from(Array.from({ length: random(24) }, () => random(256)));
      try {
        decoder.decode(block);
        assert.ok(decoder.tableBytes <= 256);
      } catch (error) {
        assert.ok(isCompressionFault(error));
        faultsSeen++;
        decoder = new HpackDecoder(wide, 256);
      }
    }
    assert.ok(faultsSeen > 1000 && faultsSeen < 199_000);
  });
});

/** A literal that enters the table (RFC 7541 §6.2.1). */
function indexed(name: string, value: string): Buffer {
  const text = (of: string) => Buffer.concat([encodeInteger(of.length, 0x7f, 0), Buffer.from(of)]);
  return Buffer.concat([Buffer.of(0x40), text(name), text(value)]);
}

/** A literal whose value is Huffman coded, padded with 1 bits. */
function huffmanLiteral(name: string, value: Buffer): Buffer {
  const bits = [...value]
    .map((byte) => {
      const { code, length } = huffmanCodes[byte]!;
      return code.toString(2).padStart(length, '0');
    })
    .join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const coded = Buffer.from(padded.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  return Buffer.concat([
    Buffer.of(0, name.length),
    Buffer.from(name),
    encodeInteger(coded.length, 0x7f, 0x80),
    coded,
  ]);
}

function isCompressionFault(error: unknown): boolean {
  return error instanceof ConnectionFault && error.code === 'COMPRESSION_ERROR';
}
