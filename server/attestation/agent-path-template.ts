import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { spiffeIdFrom, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseTemplate } from './template.ts';
import type { TemplateData } from './template-functions.ts';

/** SPIRE's `agent_path_template`: Go's text/template, of which paths and functions of text are known. */
export interface AgentPathTemplate {
  /** Throws when the data has not what the template names, or the result is not a path. */
  agentId(trustDomain: TrustDomain, data: TemplateData): SpiffeId;
}

/** Throws INVALID_ARGUMENT for what is not a template, or one that uses what is not known. */
export function parseAgentPathTemplate(text: string): AgentPathTemplate {
  const template = parseTemplate(text);
  return {
    agentId(trustDomain, data) {
      const path = template.render(data);
      if (path.startsWith('/')) return spiffeIdFrom(trustDomain, `/spire/agent${path}`);
      const rule = 'path must have a leading slash';
      throw new SpiffeError(
        'SPIFFE_ID_INVALID',
        `invalid agent path suffix ${JSON.stringify(path.slice(0, 256))}: ${rule}`,
      );
    },
  };
}
