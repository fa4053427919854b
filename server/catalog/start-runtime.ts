import { PluginRuntime, type RuntimeParts } from '../../common/catalog/plugin-runtime.ts';
import type { ServerConfig } from '../config.ts';
import { serverHostServices, type HostLinks } from './host-services.ts';

/** What external plugins live in. */
export function createPluginRuntime(
  { trustDomain }: Pick<ServerConfig, 'trustDomain'>,
  parts: RuntimeParts,
  links: HostLinks = {},
): PluginRuntime {
  return new PluginRuntime(trustDomain, parts, (metrics, clock) =>
    serverHostServices(links, metrics, clock),
  );
}
