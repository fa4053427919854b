// Written by hand, with runtime.js; everything else in this folder is generated.
export interface Writer {
  finish(): Uint8Array;
}

/**
 * What may be encoded as a message: any part of it. Absent, null and undefined fields are left out
 * and read as their default by the receiver.
 */
export type Init<T> = T extends Uint8Array | string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Init<Item>[]
    : T extends object
      ? { readonly [Field in keyof T]?: Init<T[Field]> | null | undefined }
      : T;

declare const protobuf: unknown;
export default protobuf;
