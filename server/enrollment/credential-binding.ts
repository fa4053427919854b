import { pathOf, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { AgentEnrollment } from './profile.ts';
import type { ProfileIndex } from './profile-index.ts';

/** What an agent's credential is bound to. */
interface CredentialBinding extends AgentEnrollment {
  /** False once another version of the profile is in force, or none: the agent has to attest again. */
  readonly current: boolean;
}

interface EnrolledAgent {
  readonly spiffeId: SpiffeId;
  readonly enrollment?: AgentEnrollment;
}

interface BindingsOptions {
  readonly agents: { get(id: SpiffeId): EnrolledAgent | undefined };
  readonly profiles: ProfileIndex;
  /** The profile that the configuration names for a cluster of k8s_psat. */
  readonly profileOf: (cluster: string) => string | undefined;
}

/** Tells what agents are bound to, from memory: no call of an agent costs a query. */
export class CredentialBindings {
  readonly #options: BindingsOptions;

  constructor(options: BindingsOptions) {
    this.#options = options;
  }

  /** The version of a profile that is in force; undefined when none is. */
  profileVersion(name: string): number | undefined {
    return this.#options.profiles.bound(name)?.version;
  }

  /** Undefined for an agent that is unknown or came without a profile. */
  find(id: SpiffeId): CredentialBinding | undefined {
    const enrollment = this.#options.agents.get(id)?.enrollment;
    if (enrollment === undefined) return undefined;
    return { ...enrollment, current: this.#isInForce(enrollment) };
  }

  /**
   * True for an agent whose credential is of a version that is not in force, and for one that came
   * before its cluster had a profile in force; for that one also when the profile was retired since:
   * withdrawing a profile lets nobody in whom it kept out.
   */
  mustReattest(agent: EnrolledAgent): boolean {
    const { enrollment } = agent;
    if (enrollment !== undefined && !this.#isInForce(enrollment)) return true;
    const wanted = this.#options.profileOf(clusterIn(agent.spiffeId) ?? '');
    if (wanted === undefined || !this.#options.profiles.wasBound(wanted)) return false;
    return enrollment?.profile !== wanted;
  }

  #isInForce({ profile, version }: AgentEnrollment): boolean {
    return this.profileVersion(profile) === version;
  }
}

/** The cluster in the ID of an agent that k8s_psat attested. */
function clusterIn(id: SpiffeId): string | undefined {
  return /^\/spire\/agent\/k8s_psat\/([^/]+)\//.exec(pathOf(id))?.[1];
}
