import { baseAddress, proposals } from '../forge/address.ts';
import type { Means } from './ask.ts';
import { areas, type Instance, type Service } from './instance.ts';
import { type Finding, probe } from './probe.ts';

/** What is known about one service of a forge that is being set up. */
export interface Surveyed {
	readonly address: string;
	/** Undefined while the address is being probed. */
	readonly finding: Finding | undefined;
}

/** Only a forge on this machine is likely, and allowed, to use unencrypted connections. */
function withScheme(text: string): string {
	try {
		baseAddress(`http://${text}`);
		return `http://${text}`;
	} catch {
		return `https://${text}`;
	}
}

/** Whether a service probably belongs to the forge. A service that is down now is used as soon as it is back. */
export const isLikely = (finding: Finding | undefined): boolean =>
	finding?.kind === 'good' || (finding?.kind === 'away' && finding.reason === 'down');

/** Probes the addresses of a forge before it is used: each one independently, in parallel, and again whenever it changes. */
export class Discovery {
	readonly #means: () => Means;
	readonly #changed: () => void;
	readonly #signal: AbortSignal;
	readonly #services = new Map<Service, Surveyed>();
	#pending = 0;

	/** Calls `changed` whenever there is something new to show. */
	constructor(means: () => Means, changed: () => void, signal: AbortSignal) {
		this.#means = means;
		this.#changed = changed;
		this.#signal = signal;
	}

	get busy(): boolean {
		return this.#pending > 0;
	}

	of(service: Service): Surveyed | undefined {
		return this.#services.get(service);
	}

	/** Whether at least one area besides identity was found. */
	get isUseful(): boolean {
		return areas.some(
			(service) => service !== 'identity' && this.#services.get(service)?.finding?.kind === 'good',
		);
	}

	/** Whether the identity service speaks OAuth 2.0; undefined while that is not known. */
	get oauth(): boolean | undefined {
		const finding = this.#services.get('identity')?.finding;
		return finding?.kind === 'good' ? finding.oauth : undefined;
	}

	/** Probes the address of a service. Without an address, the forge has no such service. */
	async look(service: Service, address: string | undefined): Promise<void> {
		if (address === undefined) {
			this.#services.delete(service);
			this.#changed();
			return;
		}
		const asked: Surveyed = { address, finding: undefined };
		this.#services.set(service, asked);
		this.#pending += 1;
		this.#changed();
		try {
			const finding = await probe(this.#means(), service, address, this.#signal);
			// The address may have been changed meanwhile.
			if (this.#services.get(service) === asked) this.#services.set(service, { address, finding });
		} catch (error) {
			if (!this.#signal.aborted) throw error;
		} finally {
			this.#pending -= 1;
			if (!this.#signal.aborted) this.#changed();
		}
	}

	/** Probes the usual addresses of a domain's services. Probes an address that is not a domain for every service. */
	async lookAround(typed: string): Promise<void> {
		const text = typed.trim();
		const proposed = proposals(text);
		if (proposed) {
			await Promise.all(areas.map((service) => this.look(service, proposed[service])));
			return;
		}
		const address = (/^https?:\/\//i.test(text) ? text : withScheme(text)).replace(/\/+$/, '');
		await Promise.all(areas.map((service) => this.look(service, address)));
		// The user may have given some services another address meanwhile.
		const still = areas.filter((service) => this.of(service)?.address === address);
		const isThere = (service: Service) => this.of(service)?.finding?.kind === 'good';
		if (!still.some(isThere)) return;
		for (const service of still) if (!isThere(service)) await this.look(service, undefined);
	}

	/** The forge as found. Leaves out services that are probably not there, except those in `insisted`. */
	instance(name: string, insisted: ReadonlySet<Service>): Instance {
		const there = areas.flatMap((service) => {
			const one = this.#services.get(service);
			return one && (insisted.has(service) || isLikely(one.finding)) ? [[service, one.address] as const] : [];
		});
		return { name, ...Object.fromEntries(there) };
	}

	/** A short reason why there is no forge to sign in to. Undefined if there is one, or while that is unknown. */
	get problem(): string | undefined {
		if (this.busy || this.isUseful) return undefined;
		const found = areas.flatMap((service) =>
			service === 'identity' ? [] : (this.#services.get(service)?.finding ?? []),
		);
		const isAllFor = (reason: string) =>
			found.length > 0 && found.every((one) => one.kind === 'away' && one.reason === reason);
		if (isAllFor('untrusted-certificate')) return "The forge's certificates are not trusted";
		if (isAllFor('down')) return 'The forge cannot be reached';
		return 'No forge found at this address';
	}
}
