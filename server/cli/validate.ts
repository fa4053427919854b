import { createValidate } from '../../common/cli/validate.ts';
import { createPluginRuntime } from '../catalog/start-runtime.ts';
import { configFlags, loadConfig } from './config-flags.ts';

/** Checks a configuration file, with what its external plugins say of it. */
export const validate = createValidate('server', configFlags, loadConfig, createPluginRuntime);
