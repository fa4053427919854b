import { ConnectionFault } from '../faults.ts';

/** The Huffman code of one symbol: its low `length` bits. */
interface HuffmanCode {
  readonly code: number;
  readonly length: number;
}

/**
 * Bits of the code of each byte, and of EOS (RFC 7541 Appendix B). The code is canonical: codes are
 * handed out in order of length, then of symbol, so that the lengths say it all.
 */
const codeLengths = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5,
  6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
  7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6,
  7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23,
  23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22,
  22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22,
  23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27,
  27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25,
  24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30,
];
const endOfString = 256;

/** The codes of all bytes, then of EOS. */
export const huffmanCodes: readonly HuffmanCode[] = canonicalCodes();

/**
 * Decodes a Huffman coded string into Latin-1 text. Throws COMPRESSION_ERROR on EOS, on padding of
 * more than 7 bits and on padding that is not the beginning of EOS (RFC 7541 §5.2).
 */
export function decodeHuffman(bytes: Buffer, start: number, end: number): string {
  const longest = Math.floor(((end - start) * 8) / 5);
  const out = longest <= scratch.length ? scratch : Buffer.allocUnsafe(longest);
  let length = 0;
  let state = 0;
  for (let at = 2 * start; at < 2 * end; at++) {
    const byte = bytes[at >> 1] as number;
    const step = state * 16 + (at % 2 === 0 ? byte >> 4 : byte & 15);
    const symbol = symbols[step] as number;
    if (symbol >= 0) out[length++] = symbol;
    else if (symbol === endsString) throw compressionFault('EOS in a Huffman coded string');
    state = states[step] as number;
  }
  if (mayEnd[state] === 0) throw compressionFault('wrong padding of a Huffman coded string');
  return out.toString('latin1', 0, length);
}

export function compressionFault(rule: string): ConnectionFault {
  return new ConnectionFault('COMPRESSION_ERROR', rule);
}

function canonicalCodes(): HuffmanCode[] {
  const order = codeLengths
    .map((length, symbol) => ({ length, symbol }))
    .sort((a, b) => a.length - b.length || a.symbol - b.symbol);
  const codes: HuffmanCode[] = [];
  let code = 0;
  let bits = 0;
  for (const { length, symbol } of order) {
    code *= 2 ** (length - bits);
    bits = length;
    codes[symbol] = { code, length };
    code++;
  }
  return codes;
}

/*
 * The decoder is a state machine that eats four bits at a time. A state is an inner node of the code
 * tree (257 leaves make 256 of them, the root is 0); four bits complete at most one symbol, because the
 * shortest code has five.
 */
const noSymbol = -1;
const endsString = -2;
const states = new Uint8Array(256 * 16);
const symbols = new Int16Array(256 * 16).fill(noSymbol);
/** 1 where up to seven 1 bits since the last symbol are sound padding. */
const mayEnd = new Uint8Array(256);
const scratch = Buffer.allocUnsafeSlow(64 * 1024);
fillTables(codeTree());

/** Inner nodes with their two children: another inner node, or a leaf as `-1 - symbol`. */
function codeTree(): [number, number][] {
  const tree: [number, number][] = [[0, 0]];
  for (const [symbol, { code, length }] of huffmanCodes.entries()) {
    let node = 0;
    for (let bit = length - 1; bit > 0; bit--) {
      const children = tree[node] as [number, number];
      const side = (Math.floor(code / 2 ** bit) % 2) as 0 | 1;
      if (children[side] === 0) children[side] = tree.push([0, 0]) - 1;
      node = children[side];
    }
    (tree[node] as [number, number])[(code % 2) as 0 | 1] = -1 - symbol;
  }
  return tree;
}

function fillTables(tree: readonly (readonly [number, number])[]): void {
  for (let state = 0; state < tree.length; state++) {
    for (let nibble = 0; nibble < 16; nibble++) {
      const step = state * 16 + nibble;
      let node = state;
      for (let bit = 3; bit >= 0; bit--) {
        const next = (tree[node] as [number, number])[((nibble >> bit) & 1) as 0 | 1];
        if (next < 0) {
          const symbol = -1 - next;
          symbols[step] = symbol === endOfString ? endsString : symbol;
        }
        node = Math.max(next, 0);
      }
      states[step] = node;
    }
  }
  for (let node = 0, ones = 0; ones <= 7; ones++) {
    mayEnd[node] = 1;
    node = (tree[node] as [number, number])[1];
  }
}
