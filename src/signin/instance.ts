/** The services of a forge. */
export const areas = ['identity', 'lists', 'repositories', 'trackers'] as const;
export type Service = (typeof areas)[number];

/** A forge as the user set it up. A service without an address is one that it does not have. */
export interface Instance extends Partial<Readonly<Record<Service, string>>> {
	/** What people call it; accounts are told apart by it. Usually its domain. */
	readonly name: string;
	/** The application that signs people in there, where somebody has registered one. */
	readonly clientId?: string;
	/** Where the browser comes back to: to the editor itself, or to this machine. Chosen by what fits, if it is not set. */
	readonly callback?: 'editor' | 'loopback';
	/** The port on this machine that the application was registered with. Any free one, if it is not set. */
	readonly callbackPort?: number;
	/** The user allowed to speak to it without encryption. */
	readonly allowHttp?: boolean;
}

/** The hosts of an instance to which the user allowed to speak without encryption. */
export function plainHosts(instance: Instance): ReadonlySet<string> {
	if (!instance.allowHttp) return new Set();
	return new Set(areas.flatMap((area) => URL.parse(instance[area] ?? '')?.host ?? []));
}

/** A forge of which only a domain or an address is known. */
export function atDomain(text: string): Instance {
	const trimmed = text.trim().replace(/\/+$/, '');
	const url = URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
	return { name: url?.host.replace(/^(meta|lists|git|todo)\.(?=.*\.)/, '') ?? trimmed };
}

/** What stands in the setting, as far as it makes sense, and what is wrong with the rest. */
export function readInstances(setting: unknown): {
	readonly instances: readonly Instance[];
	readonly problems: readonly string[];
} {
	const instances: Instance[] = [];
	const problems: string[] = [];
	const entries = Array.isArray(setting) ? setting : setting == null ? [] : [setting];
	for (const [index, entry] of entries.entries()) {
		const wrong = (words: string) => {
			problems.push(`Forge ${index + 1} in the settings ${words}`);
		};
		const read = readInstance(entry, wrong);
		if (!read) continue;
		if (instances.some(({ name }) => name === read.name)) {
			wrong(`has the name of an earlier one, ${read.name}.`);
		} else instances.push(read);
	}
	return { instances, problems };
}

/** What is wrong with an address or a port leaves the rest of the forge as it is. */
function readInstance(entry: unknown, wrong: (words: string) => void): Instance | undefined {
	if (typeof entry !== 'object' || entry === null) {
		wrong('is not an object.');
		return undefined;
	}
	const fields = new Map<string, unknown>(Object.entries(entry));
	const text = (field: string): string | undefined => {
		const value = fields.get(field);
		return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
	};
	const name = text('name');
	if (name === undefined) {
		wrong('has no name.');
		return undefined;
	}
	const addresses: Partial<Record<Service, string>> = {};
	for (const area of areas) {
		const address = text(area);
		if (address === undefined) continue;
		if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
			wrong(`(${name}) has an address that is none: ${area} is ${JSON.stringify(address)}.`);
		} else addresses[area] = address;
	}
	const clientId = text('clientId');
	const callback = text('callback');
	const port = fields.get('callbackPort');
	if (port !== undefined && !isPort(port)) {
		wrong(`(${name}) has a callbackPort that is no port: ${JSON.stringify(port)}.`);
	}
	return {
		name,
		...addresses,
		...(clientId !== undefined && { clientId }),
		...((callback === 'editor' || callback === 'loopback') && { callback }),
		...(isPort(port) && { callbackPort: port }),
		...(fields.get('allowHttp') === true && { allowHttp: true }),
	};
}

export const isPort = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
