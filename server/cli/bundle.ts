import { bundleDocument } from '../../common/cli/bundle-document.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import { bundleService } from '../../common/rpc/services/bundle.ts';
import { certificatesToPem } from '../../common/x509/pem.ts';
import type { spire } from '../../proto/gen/spire-api.js';
import { adminFlags, withServer } from './admin-connection.ts';
import { parseBundleFormat, type BundleFormat } from './bundle-input.ts';

type Bundle = spire.api.types.Bundle;

export const bundleShow = defineCommand({
  path: ['bundle', 'show'],
  summary: 'Prints server CA bundle to stdout',
  flags: { ...adminFlags, format: formatFlag('show the bundle') },
  run: async (flags, io) => {
    const format = parseBundleFormat(flags.format);
    const bundle = await withServer(flags, io, (client) =>
      client.call(bundleService.GetBundle, {}),
    );
    printMessage(io, flags.output, bundle, () => bundleText(bundle, format));
    return exitCodes.ok;
  },
});

export const bundleList = defineCommand({
  path: ['bundle', 'list'],
  summary: 'Lists federated bundle data',
  flags: {
    ...adminFlags,
    id: stringFlag('SPIFFE ID of the trust domain'),
    format: formatFlag('list federated bundles'),
  },
  run: async (flags, io) => {
    const format = parseBundleFormat(flags.format);
    await withServer(flags, io, async (client) => {
      if (flags.id !== '') {
        const request = { trust_domain: flags.id };
        const bundle = await client.call(bundleService.GetFederatedBundle, request);
        printMessage(io, flags.output, bundle, () => bundleText(bundle, format));
        return;
      }
      const list = await client.call(bundleService.ListFederatedBundles, {});
      printMessage(io, flags.output, list, () =>
        list.bundles.map((one) => banner(one) + bundleText(one, format)).join('\n'),
      );
    });
    return exitCodes.ok;
  },
});

function formatFlag(verb: string) {
  const help = `The format to ${verb} (only pretty output format supports this flag). Either "pem" or "spiffe".`;
  return stringFlag(help, 'pem');
}

function bundleText(bundle: Bundle, format: BundleFormat): string {
  if (format === 'spiffe') return `${bundleDocument(bundle)}\n`;
  return certificatesToPem(bundle.x509_authorities.map((authority) => authority.asn1));
}

function banner(bundle: Bundle): string {
  const stars = '*'.repeat(40);
  return `${stars}\n* ${bundle.trust_domain}\n${stars}\n`;
}
