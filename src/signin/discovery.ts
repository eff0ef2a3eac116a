import { baseAddress, proposals } from '../forge/address.ts';
import type { Means } from './ask.ts';
import { areas, type Instance, type Service } from './instance.ts';
import { type Finding, probe } from './probe.ts';

/** What is known of one service of a forge that is being set up. */
export interface Surveyed {
	readonly address: string;
	/** Undefined while it is being looked at. */
	readonly finding: Finding | undefined;
}

/** Only what runs on this machine is likely to be there without encryption, and may be. */
function withScheme(text: string): string {
	try {
		baseAddress(`http://${text}`);
		return `http://${text}`;
	} catch {
		return `https://${text}`;
	}
}

/** Whether a service belongs to the forge: one that is down now is used as soon as it is there. */
export const isLikely = (finding: Finding | undefined): boolean =>
	finding?.kind === 'good' || (finding?.kind === 'away' && finding.reason === 'down');

/** How a forge is looked at before it is used: each address by itself, side by side, as often as it is changed. */
export class Discovery {
	readonly #means: () => Means;
	readonly #changed: () => void;
	readonly #signal: AbortSignal;
	readonly #services = new Map<Service, Surveyed>();
	#pending = 0;

	/** `changed` is called whenever there is something new to see. */
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

	/** Whether there is an area to work with. */
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

	/** Looks at an address; without one the forge has no such service. */
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

	/** Looks at where the services of a typed domain usually are; at an address of no domain, for whatever is there. */
	async lookAround(typed: string): Promise<void> {
		const text = typed.trim();
		const proposed = proposals(text);
		if (proposed) {
			await Promise.all(areas.map((service) => this.look(service, proposed[service])));
			return;
		}
		const address = (/^https?:\/\//i.test(text) ? text : withScheme(text)).replace(/\/+$/, '');
		await Promise.all(areas.map((service) => this.look(service, address)));
		// Some may have been given another address meanwhile.
		const still = areas.filter((service) => this.of(service)?.address === address);
		const isThere = (service: Service) => this.of(service)?.finding?.kind === 'good';
		if (!still.some(isThere)) return;
		for (const service of still) if (!isThere(service)) await this.look(service, undefined);
	}

	/** The forge as it was found: what is not there is left out, unless somebody insists. */
	instance(name: string, insisted: ReadonlySet<Service>): Instance {
		const there = areas.flatMap((service) => {
			const one = this.#services.get(service);
			return one && (insisted.has(service) || isLikely(one.finding)) ? [[service, one.address] as const] : [];
		});
		return { name, ...Object.fromEntries(there) };
	}

	/** Why there is no forge to sign in to, in a few words; undefined while that is not known. */
	get problem(): string | undefined {
		if (this.busy || this.isUseful) return undefined;
		const found = areas.flatMap((service) =>
			service === 'identity' ? [] : (this.#services.get(service)?.finding ?? []),
		);
		const isAllFor = (reason: string) =>
			found.length > 0 && found.every((one) => one.kind === 'away' && one.reason === reason);
		if (isAllFor('untrusted-certificate')) return 'The forge has certificates that are not trusted';
		if (isAllFor('down')) return 'The forge cannot be reached';
		return 'No forge was found there';
	}
}
