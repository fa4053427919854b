import { sigil } from '../../../proto/gen/goplugin.js';
import { spire } from '../../../proto/gen/spire-plugins.js';
import { bidi, serverStream, unary } from './method.ts';

const { ConnInfo, Empty, InitRequest, InitResponse, StdioData } = sigil.goplugin.v1;
const config = spire.service.common.config.v1;

/** What go-plugin serves beside the plugin itself; see `proto/sigil/goplugin`. */
export const goPluginService = {
  StartStream: bidi('plugin.GRPCBroker/StartStream', ConnInfo, ConnInfo),
  Shutdown: unary('plugin.GRPCController/Shutdown', Empty, Empty),
  StreamStdio: serverStream('plugin.GRPCStdio/StreamStdio', Empty, StdioData),
};

/** SPIRE's private service, by which plugin and host tell each other what they serve. */
export const pluginInitService = {
  Init: unary('spire.service.private.init.v1.Init/Init', InitRequest, InitResponse),
  Deinit: unary('spire.service.private.init.v1.Init/Deinit', Empty, Empty),
};

export const pluginConfigServiceName = 'spire.service.common.config.v1.Config';

/** How a plugin is configured, if it wants to be. */
export const pluginConfigService = {
  Configure: unary(
    `${pluginConfigServiceName}/Configure`,
    config.ConfigureRequest,
    config.ConfigureResponse,
  ),
  Validate: unary(
    `${pluginConfigServiceName}/Validate`,
    config.ValidateRequest,
    config.ValidateResponse,
  ),
};

/** What goes over the broker. */
type ConnInfo = InstanceType<typeof ConnInfo>;
/** What a plugin wrote to its standard output or error. */
type StdioData = InstanceType<typeof StdioData>;
