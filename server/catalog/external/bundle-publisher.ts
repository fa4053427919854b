import type { PluginCalls } from '../../../common/catalog/external/plugin-calls.ts';
import {
  bundlePublisherService,
  notifierService,
} from '../../../common/rpc/services/server-plugins.ts';
import type { Bundle } from '../../../common/spiffe/bundle.ts';
import type { BundlePublisher } from '../../publication/bundle-publisher.ts';
import { bundleMessage } from './bundle-message.ts';

const callMs = 60_000;

/** Publishes through a BundlePublisher plugin that runs in a process of its own. */
export function externalBundlePublisher(plugin: PluginCalls): BundlePublisher {
  return {
    name: plugin.name,
    async publish(bundle, signal) {
      const request = { bundle: bundleMessage(bundle) };
      const options = { signal, timeoutMs: callMs };
      await plugin.unary(bundlePublisherService.PublishBundle, request, options);
    },
  };
}

/**
 * Tells a Notifier plugin of the bundle: that it was loaded, until the plugin took that once, then of each
 * change. Between changes it hears nothing, as from SPIRE, unless it was started again.
 */
export function externalNotifier(plugin: PluginCalls): BundlePublisher {
  let isLoaded = false;
  let told: Bundle | undefined;
  plugin.onRestart(() => (told = undefined));
  return {
    name: plugin.name,
    async publish(bundle, signal) {
      if (told === bundle) return;
      const options = { signal, timeoutMs: callMs };
      const event = { bundle: bundleMessage(bundle) };
      if (isLoaded) {
        await plugin.unary(notifierService.Notify, { bundle_updated: event }, options);
      } else {
        await plugin.unary(notifierService.NotifyAndAdvise, { bundle_loaded: event }, options);
        isLoaded = true;
      }
      told = bundle;
    },
  };
}
