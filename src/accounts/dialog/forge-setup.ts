import { isDeepStrictEqual } from 'node:util';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { Discovery } from '../../signin/instances/discovery.ts';
import {
	type AddressName,
	allAddresses,
	allServices,
	defaultCallbackPort,
	type Instance,
} from '../../signin/instances/instance.ts';
import { mergeInstance } from '../../signin/instances/merge-instance.ts';
import type { RequestContext } from '../../signin/instances/request.ts';
import type { Instances } from '../forges/instances.ts';

/** The forges that the user has set up. */
export type ForgeSettings = Pick<
	Instances,
	'configured' | 'problems' | 'problemsOf' | 'isTemporary' | 'onDidChange'
>;

/**
 * A forge to sign in to, while the user moves between the steps: its settings, what was found there, and what the user changed. Follows the
 * settings, which another window or the user may change meanwhile.
 */
export class ForgeSetup implements Disposable {
	readonly discovery: Discovery;
	readonly #instances: ForgeSettings;
	/** The domain or address of a forge that is not set up. */
	readonly #typed: string | undefined;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** Services whose addresses come from the settings or the user. They are kept even if nothing is found there. */
	readonly #required: Set<AddressName>;
	/** The addresses that the user has entered. Empty: the forge has no such service. */
	readonly #entered = new Map<AddressName, string>();
	/** The forge as it was last in the settings. */
	#settings: Instance;
	/** The forge as it was last in the settings, with what the user has changed here, except addresses. */
	#instance: Instance;
	#enteredPort: number | undefined;
	/** Whether the forge is in the settings, or was. */
	#isSetUp: boolean;
	#isRemoved = false;

	/** Fires whenever there is something new to show. */
	readonly onDidChange = this.#changes.event;

	constructor(
		known: Instance,
		instances: ForgeSettings,
		createContext: (instance: Instance) => RequestContext,
		typed?: string,
	) {
		this.#instances = instances;
		this.#typed = typed;
		this.#settings = known;
		this.#instance = known;
		this.#isSetUp = typed === undefined;
		this.#required = new Set(allAddresses.filter((service) => known[service] !== undefined));
		this.discovery = new Discovery(
			() => createContext({ ...this.#instance, ...this.addresses }),
			() => this.#changes.fire(),
			this.#lifetime.signal,
		);
		// A forge that exists only in this window is not in the settings.
		if (!instances.isTemporary(known))
			this.#lifetime.add(instances.onDidChange(() => this.#followSettings()));
	}

	get name(): string {
		return this.#instance.name;
	}

	get required(): ReadonlySet<AddressName> {
		return this.#required;
	}

	/** Whether the forge is no longer in the settings. Signing in adds it again. */
	get isRemoved(): boolean {
		return this.#isRemoved;
	}

	/** What is wrong with fields of the forge in the settings, one sentence each. */
	get problems(): readonly string[] {
		return this.#instances.problemsOf(this.name);
	}

	/** The forge as the user has set it up, with the addresses where something was found. */
	get instance(): Instance {
		const found = this.discovery.instance(this.name, this.#required);
		return { ...withoutServices(this.#instance), ...found };
	}

	/** All addresses, also those of services that have not answered yet. */
	get addresses(): Partial<Record<AddressName, string>> {
		return Object.fromEntries(
			allAddresses.flatMap((service) => {
				const address = this.discovery.of(service)?.address;
				return address === undefined ? [] : [[service, address]];
			}),
		);
	}

	/** Whether the client ID is not stored yet. */
	get hasNewClient(): boolean {
		return this.#instance.clientId !== this.#settings.clientId;
	}

	/** Whether a service that may be left out is still being probed. */
	get isProbingOptional(): boolean {
		return allServices.some((service) => {
			const probed = this.discovery.of(service);
			return probed && !probed.finding && !this.#required.has(service);
		});
	}

	/** Probes all addresses, again if the user has come back to this forge. Rejects only because of a bug. */
	async probe(): Promise<void> {
		const { discovery } = this;
		const probes =
			this.#typed === undefined
				? allAddresses.map((service) => discovery.probeService(service, this.#instance[service]))
				: [discovery.probeForge(this.#typed)];
		for (const [service, address] of this.#entered)
			probes.push(discovery.probeService(service, address || undefined));
		await Promise.all(probes);
		background(this.#findHub());
	}

	/** Sets the address of a service, or leaves the service out if the address is empty. */
	enterAddress(service: AddressName, address: string): void {
		this.#entered.set(service, address);
		this.#setAddress(service, address || undefined);
	}

	/** The port of the redirect address: the one that the user has entered, or the one in the settings. */
	get port(): number {
		return this.#enteredPort ?? this.#instance.callbackPort ?? defaultCallbackPort;
	}

	set port(port: number) {
		this.#enteredPort = port;
	}

	/** Uses an application that is registered with the redirect address. */
	setClient(clientId: string): void {
		const { port } = this;
		const { callbackPort: _, ...rest } = this.#instance;
		this.#instance = { ...rest, clientId, ...(port !== defaultCallbackPort && { callbackPort: port }) };
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#setAddress(service: AddressName, address: string | undefined): void {
		if (address === undefined) this.#required.delete(service);
		else this.#required.add(service);
		background(this.discovery.probeService(service, address).then(() => this.#findHub()));
	}

	/** Looks for the hub of a new forge. One that is set up may have none, because the user has left it out. */
	async #findHub(): Promise<void> {
		const isKnown = this.#required.has('hub') || this.#entered.has('hub');
		if (this.#typed !== undefined && !isKnown) await this.discovery.findHub();
	}

	/** Takes over what has changed in the settings, except what the user has changed here. */
	#followSettings(): void {
		const current = this.#instances.configured.find(({ name }) => name === this.name);
		this.#isRemoved = this.#isSetUp && current === undefined;
		this.#isSetUp ||= current !== undefined;
		if (current && !isDeepStrictEqual(current, this.#settings)) {
			const before = this.#settings;
			this.#settings = current;
			this.#instance = mergeInstance(before, this.#instance, current);
			for (const service of allAddresses)
				if (current[service] !== before[service] && !this.#entered.has(service))
					this.#setAddress(service, current[service]);
		}
		this.#changes.fire();
	}
}

const withoutServices = (instance: Instance): Partial<Instance> =>
	Object.fromEntries(
		Object.entries(instance).filter(([field]) => !allAddresses.some((service) => service === field)),
	);
