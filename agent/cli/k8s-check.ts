import { createK8sCheck } from '../../common/cli/k8s-check.ts';
import { configFlags, loadConfig } from './config-flags.ts';

/** Ours: what keeps the Kubernetes plugins of the configuration from working, run where the program runs. */
export const k8sCheck = createK8sCheck(
  configFlags,
  async (flags, io) => (await loadConfig(flags, io)).plugins,
);
