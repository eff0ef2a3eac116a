import { background } from '../../base/background.ts';
import {
	type Addresses,
	proposeAddresses,
	proposeHubAddresses,
	withScheme,
} from '../../forge/contract/address.ts';
import { type AddressName, allAddresses, allServices, type Instance, type Service } from './instance.ts';
import { type Finding, type ProbeFailureReason, probe, readVersion } from './probe.ts';
import type { RequestContext } from './request.ts';

/** What is known about one service of a forge that is being set up. */
export interface ProbedService {
	readonly address: string;
	/** Undefined while the address is being probed. */
	readonly finding: Finding | undefined;
	/** Of a service that was found. Undefined until `showVersions` was called, and if the service does not tell it. */
	readonly version?: string | undefined;
}

/** Whether a service probably belongs to the forge. A service that is down now is used as soon as it is back. */
export const isLikely = (finding: Finding | undefined): boolean =>
	finding?.kind === 'good' || (finding?.kind === 'away' && finding.reason === 'down');

/** Probes the addresses of a forge before it is used: each one independently, in parallel, and again whenever it changes. */
export class Discovery {
	readonly #context: () => RequestContext;
	readonly #onChange: () => void;
	readonly #signal: AbortSignal;
	readonly #services = new Map<AddressName, ProbedService>();
	#pending = 0;
	#showsVersions = false;
	/** The current search for the hub. Undefined once the user enters an address or leaves the hub out, so that a late answer changes nothing. */
	#hubSearch: symbol | undefined;

	/** Calls `onChange` whenever there is something new to show. */
	constructor(context: () => RequestContext, onChange: () => void, signal: AbortSignal) {
		this.#context = context;
		this.#onChange = onChange;
		this.#signal = signal;
	}

	get isBusy(): boolean {
		return this.#pending > 0;
	}

	of(service: AddressName): ProbedService | undefined {
		return this.#services.get(service);
	}

	/** What was found at the address of a service, if it is that service. */
	found(service: AddressName) {
		const finding = this.#services.get(service)?.finding;
		return finding?.kind === 'good' ? finding : undefined;
	}

	/** Whether at least one service besides identity was found. */
	get hasFoundArea(): boolean {
		return allServices.some((service) => service !== 'identity' && this.found(service));
	}

	/** Whether the account service was found, and none of the services that need it. */
	get hasOnlyIdentity(): boolean {
		return !this.isBusy && !this.hasFoundArea && this.found('identity') !== undefined;
	}

	/** Whether the identity service speaks OAuth 2.0; undefined while that is not known. */
	get hasOAuth(): boolean | undefined {
		return this.found('identity')?.hasOAuth;
	}

	/** Probes the address of a service. Without an address, the forge has no such service. */
	async probeService(service: AddressName, address: string | undefined): Promise<void> {
		if (service === 'hub') this.#hubSearch = undefined;
		if (address === undefined) {
			this.#services.delete(service);
			this.#onChange();
			return;
		}
		const probing: ProbedService = { address, finding: undefined };
		this.#services.set(service, probing);
		const work = async () => {
			const finding = await probe(this.#context(), service, address, this.#signal);
			// The address may have been changed meanwhile.
			if (this.#services.get(service) !== probing) return;
			this.#services.set(service, { address, finding });
			if (this.#showsVersions) background(this.#readVersion(service));
		};
		// Nothing waits for a hub.
		await this.#run(work, service !== 'hub');
	}

	/** Reads the versions of services, too: of those that were found, and of those that will be. A sign-in does not need them. */
	showVersions(): void {
		this.#showsVersions = true;
		for (const service of this.#services.keys()) background(this.#readVersion(service));
	}

	async #readVersion(service: AddressName): Promise<void> {
		const probed = this.#services.get(service);
		// Only REST tells versions, and a hub has none.
		if (!probed || !this.found(service) || probed.version !== undefined || service === 'hub') return;
		const version = await readVersion(this.#context(), probed.address, this.#signal);
		if (this.#services.get(service) !== probed) return;
		this.#services.set(service, { ...probed, version });
		this.#onChange();
	}

	/** Runs work that probes addresses. `isBusy` is true until it ends, unless `isAwaited` is false. */
	async #run(work: () => Promise<void>, isAwaited = true): Promise<void> {
		if (isAwaited) this.#pending += 1;
		this.#onChange();
		try {
			await work();
		} catch (error) {
			if (!this.#signal.aborted) throw error;
		} finally {
			if (isAwaited) this.#pending -= 1;
			if (!this.#signal.aborted) this.#onChange();
		}
	}

	/**
	 * Probes the usual addresses of a domain's services. If none is found there and the user has typed a path, probes the typed address, too.
	 * If the text is not a domain, probes that one address for every service.
	 */
	async probeForge(typed: string): Promise<void> {
		const text = typed.trim();
		const address = withScheme(text).replace(/\/+$/, '');
		const proposed = proposeAddresses(text);
		if (proposed) {
			const hasPath = URL.parse(address)?.pathname !== '/';
			return this.#run(async () => {
				await Promise.all(allServices.map((service) => this.probeService(service, proposed[service])));
				if (hasPath && !this.hasFoundArea) await this.#probePath(address, proposed);
			});
		}
		await Promise.all(allServices.map((service) => this.probeService(service, address)));
		// The user may have given some services another address meanwhile.
		const unchanged = allServices.filter((service) => this.of(service)?.address === address);
		if (!unchanged.some((service) => this.found(service))) return;
		for (const service of unchanged) if (!this.found(service)) await this.probeService(service, undefined);
	}

	/** If an area is at the address, uses it for each service that is found there, and forgets the usual addresses of the rest. */
	async #probePath(address: string, usual: Addresses): Promise<void> {
		const findings = await Promise.all(
			allServices.map((service) => probe(this.#context(), service, address, this.#signal)),
		);
		const found = new Map(allServices.map((service, index) => [service, findings[index]]));
		const isFound = (service: Service) => found.get(service)?.kind === 'good';
		if (!allServices.some((service) => service !== 'identity' && isFound(service))) return;
		for (const service of allServices) {
			const known = this.#services.get(service);
			// The user may have given the service another address meanwhile.
			if (known?.address !== usual[service] || this.found(service)) continue;
			if (isFound(service)) this.#services.set(service, { address, finding: found.get(service) });
			else this.#services.delete(service);
		}
	}

	/**
	 * Looks for the hub at its usual addresses in the domain of the services that were found, and forgets a hub in another domain. A forge need
	 * not have a hub, so nothing waits for this.
	 */
	async findHub(): Promise<void> {
		const before = this.#services.get('hub');
		const proposed = this.#hubAddresses();
		if (before && !proposed.includes(before.address)) await this.probeService('hub', undefined);
		if (this.#services.has('hub')) return;
		const search = Symbol();
		this.#hubSearch = search;
		try {
			for (const address of proposed) {
				const finding = await probe(this.#context(), 'hub', address, this.#signal);
				// The user may have entered addresses meanwhile, or left the hub out.
				if (this.#hubSearch !== search) return;
				if (finding.kind !== 'good') continue;
				if (!this.#hubAddresses().includes(address)) return;
				this.#services.set('hub', { address, finding });
				this.#onChange();
				return;
			}
		} catch (error) {
			if (!this.#signal.aborted) throw error;
		}
	}

	/** The usual addresses of the hub in the domain of the services that were found. */
	#hubAddresses(): readonly string[] {
		const found = allServices.flatMap((service) => {
			const probed = this.#services.get(service);
			return probed && this.found(service) ? [[service, probed.address] as const] : [];
		});
		return proposeHubAddresses(Object.fromEntries(found));
	}

	/** The forge as found. Leaves out services that are probably not there, except those in `required`. */
	instance(name: string, required: ReadonlySet<AddressName>): Instance {
		const hubs = this.#hubAddresses();
		const found = allAddresses.flatMap((service) => {
			const probed = this.#services.get(service);
			if (!probed) return [];
			const isLikelyHere = isLikely(probed.finding) && (service !== 'hub' || hubs.includes(probed.address));
			return required.has(service) || isLikelyHere ? [[service, probed.address] as const] : [];
		});
		return { name, ...Object.fromEntries(found) };
	}

	/** Why no service besides identity was found, if all of them failed for one reason that `problems` has a text for. */
	get sharedReason(): ProbeFailureReason | undefined {
		if (this.isBusy || this.hasFoundArea) return undefined;
		const [first, ...others] = this.#areaReasons;
		return first !== undefined && problems[first] && others.length === 0 ? first : undefined;
	}

	/** Why services besides identity failed, each reason once. */
	get #areaReasons(): readonly ProbeFailureReason[] {
		const reasons = allServices.flatMap((service) => {
			const finding = service === 'identity' ? undefined : this.#services.get(service)?.finding;
			return finding && finding.kind !== 'good' ? [finding.reason] : [];
		});
		return [...new Set(reasons)];
	}

	/** A short reason why there is no forge to sign in to. Undefined if there is one, or while that is unknown. */
	get problem(): string | undefined {
		if (this.isBusy || this.hasFoundArea) return undefined;
		if (this.hasOnlyIdentity) return 'Found the account service, but no lists, repositories or trackers';
		const { sharedReason } = this;
		if (sharedReason) return problems[sharedReason];
		const [first, ...others] = this.#areaReasons;
		// For example, because it is not encrypted. The message of each service says why.
		const isRefused = first === 'refused' && others.length === 0;
		return isRefused ? 'This address cannot be used' : 'No forge found at this address';
	}
}

/** What to say if all services fail for one reason. */
const problems: Partial<Record<ProbeFailureReason, string>> = {
	'no-forge': 'No forge found at this address',
	down: 'The forge cannot be reached',
	'unknown-host': 'No server found at this address, or you are offline',
	'untrusted-certificate': "The forge's certificates are not trusted",
	'no-encryption': 'No encrypted connection to the forge is possible',
};
