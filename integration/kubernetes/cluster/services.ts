/**
 * Runs on a tier 2 node and stands in for kube-proxy and the cluster's DNS: each service with a
 * cluster IP gets that address on the node, where its ports are forwarded to the pods behind it, and
 * a name. TCP only, one endpoint slice per service, no session affinity.
 *
 * usage: services.ts
 */
import { execFile, execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createServer, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

interface Item {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}
interface Service extends Item {
  readonly spec: {
    readonly clusterIP?: string;
    readonly ports?: readonly { readonly name?: string; readonly port: number }[];
  };
}
interface Slice extends Item {
  readonly ports?: readonly { readonly name?: string; readonly port: number }[];
  readonly endpoints?: readonly {
    readonly addresses: readonly string[];
    readonly conditions?: { readonly ready?: boolean };
  }[];
}

const run = promisify(execFile);
const dnsAddress = '10.96.0.10';
const apiServer = '10.96.0.1';
const names = new Map<string, string>();
const targets = new Map<string, readonly { readonly host: string; readonly port: number }[]>();
const listening = new Set<string>();
let turn = 0;

addAddress(dnsAddress);
const dns = createSocket('udp4');
dns.on('message', (query, from) => dns.send(answer(query), from.port, from.address));
dns.bind(53, dnsAddress);
process.stdout.write('ready\n');
for (;;) {
  try {
    follow(await list<Service>('services'), await list<Slice>('endpointslices'));
  } catch {
    // The API server is away: what is known stays.
  }
  await sleep(500);
}

async function list<T>(resource: string): Promise<readonly T[]> {
  const args = ['get', resource, '-A', '-o', 'json', '--request-timeout=2s'];
  const { stdout } = await run('kubectl', args, { maxBuffer: 16 * 1024 * 1024 });
  return (JSON.parse(stdout) as { items: readonly T[] }).items;
}

function follow(services: readonly Service[], slices: readonly Slice[]): void {
  for (const { metadata, spec } of services) {
    const { clusterIP: ip = 'None', ports = [] } = spec;
    if (ip === 'None' || ip === apiServer) continue;
    names.set(`${metadata.name}.${metadata.namespace}.svc.cluster.local`, ip);
    const own = slices.filter(
      (slice) =>
        slice.metadata.namespace === metadata.namespace &&
        slice.metadata.labels?.['kubernetes.io/service-name'] === metadata.name,
    );
    for (const { name, port } of ports) {
      const ready = own.flatMap((slice) => {
        const target = slice.ports?.find((one) => (one.name ?? '') === (name ?? ''))?.port;
        const endpoints = (slice.endpoints ?? []).filter((one) => one.conditions?.ready !== false);
        return target === undefined
          ? []
          : endpoints.flatMap(({ addresses }) => addresses.map((host) => ({ host, port: target })));
      });
      targets.set(`${ip}:${port}`, ready);
      listen(ip, port);
    }
  }
}

function listen(ip: string, port: number): void {
  const key = `${ip}:${port}`;
  if (listening.has(key)) return;
  listening.add(key);
  addAddress(ip);
  createServer({ allowHalfOpen: true }, (client) => forward(client, key)).listen(port, ip);
}

function forward(client: Socket, key: string): void {
  const ready = targets.get(key) ?? [];
  const target = ready[turn++ % Math.max(ready.length, 1)];
  if (target === undefined) {
    client.resetAndDestroy();
    return;
  }
  const server = connect({ ...target, allowHalfOpen: true });
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.setNoDelay(true);
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
    one.pipe(other);
  }
}

function addAddress(ip: string): void {
  execFileSync('ip', ['addr', 'replace', `${ip}/32`, 'dev', 'nodebr']);
}

/** The answer to a DNS query with one question: an A record, nothing, or "no such name". */
function answer(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at++] ?? 0; length > 0; length = query[at++] ?? 0) {
    labels.push(query.toString('latin1', at, at + length));
    at += length;
  }
  const type = query.readUInt16BE(at);
  const ip = names.get(labels.join('.').toLowerCase());
  const hasAddress = ip !== undefined && type === 1;
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(ip === undefined ? 0x8583 : 0x8580, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(hasAddress ? 1 : 0, 6);
  const question = query.subarray(12, at + 4);
  if (!hasAddress) return Buffer.concat([head, question]);
  const record = Buffer.from([
    0xc0,
    12,
    0,
    1,
    0,
    1,
    0,
    0,
    0,
    5,
    0,
    4,
    ...ip.split('.').map(Number),
  ]);
  return Buffer.concat([head, question, record]);
}
