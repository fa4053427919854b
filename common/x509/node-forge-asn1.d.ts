/** The one module of node-forge that the project loads; the whole package costs 15 ms of start-up. */
declare module 'node-forge/lib/asn1.js' {
  import type { asn1 } from 'node-forge';

  interface Asn1Module {
    create(
      tagClass: number,
      type: number,
      constructed: boolean,
      value: asn1.Asn1['value'],
    ): asn1.Asn1;
    fromDer(bytes: string, options: object): asn1.Asn1;
    toDer(node: asn1.Asn1): { getBytes(): string };
    derToOid(bytes: string): string;
    oidToDer(oid: string): { getBytes(): string };
  }

  const module: Asn1Module;
  export = module;
}
