/** The services of a forge that can say to whom a token belongs. */
export const allServices = ['identity', 'lists', 'repositories', 'trackers'] as const;
export type Service = (typeof allServices)[number];

/** What a forge has an address for: its services, and a hub, which says which lists, repositories and trackers belong together. */
export const allAddresses = [...allServices, 'hub'] as const;
export type AddressName = (typeof allAddresses)[number];

/** The names of the services as the user reads them. */
export const serviceNames: Readonly<Record<AddressName, string>> = {
	identity: 'Account service',
	lists: 'Mailing lists',
	repositories: 'Repositories',
	trackers: 'Ticket trackers',
	hub: 'Project hub',
};

/** A forge as the user set it up. It has only the services with an address. */
export interface Instance extends Partial<Readonly<Record<AddressName, string>>> {
	/** The name shown to the user, usually the domain. It also distinguishes accounts with the same user name. */
	readonly name: string;
	/** The client id of the application that signs users in, if one is registered. */
	readonly clientId?: string;
	/** Where the browser returns to: the editor itself or, by default, a port on this machine. */
	readonly callback?: 'editor' | 'loopback';
	/** The port on this machine that the application is registered with. The default is `defaultCallbackPort`. */
	readonly callbackPort?: number;
	/** The user allows unencrypted connections to this forge. */
	readonly allowHttp?: boolean;
	/** The key with which the forge signs webhooks: 32 bytes in base64. */
	readonly webhookKey?: string;
	/** The mail server of a forge that runs in this window. Mails to its lists are sent nowhere else. */
	readonly mailServer?: { readonly host: string; readonly port: number };
}

/** A fixed port, because forges compare redirect addresses exactly, and an application has only one. Reasons: docs/decisions/browser-sign-in.md. */
export const defaultCallbackPort = 27_555;

/** The address of this machine that an application is registered with. */
export const loopbackRedirect = (port: number): string => `http://127.0.0.1:${port}/callback`;

/** The hosts of an instance to which the user allows unencrypted connections. */
export function plainHosts(instance: Instance): ReadonlySet<string> {
	if (!instance.allowHttp) return new Set();
	return new Set(allAddresses.flatMap((name) => URL.parse(instance[name] ?? '')?.host ?? []));
}

/** An instance of which only the domain or one address is known. */
export function atDomain(text: string): Instance {
	const trimmed = text.trim().replace(/\/+$/, '');
	const url = URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
	return { name: url?.host.replace(/^(meta|lists|git|todo)\.(?=.*\.)/, '') ?? trimmed };
}

/** Reads the valid instances from the setting, and describes what is wrong with the rest. */
export function readInstances(setting: unknown): {
	readonly instances: readonly Instance[];
	readonly problems: readonly string[];
	/** What is wrong with the fields of each valid forge, by its name: `Invalid callbackPort: 0.` */
	readonly problemsOf: ReadonlyMap<string, readonly string[]>;
} {
	const instances: Instance[] = [];
	const problems: string[] = [];
	const problemsOf = new Map<string, readonly string[]>();
	let entries: readonly unknown[] = [];
	if (Array.isArray(setting)) entries = setting;
	else if (setting != null) entries = [setting];
	for (const [index, entry] of entries.entries()) {
		const reportProblem = (problem: string) => {
			problems.push(`Forge ${index + 1} in the settings ${problem}`);
		};
		const fieldProblems: string[] = [];
		const read = readInstance(entry, reportProblem, (name, invalid) => {
			reportProblem(`(${name}) has an invalid ${invalid}`);
			fieldProblems.push(`Invalid ${invalid}`);
		});
		if (!read) continue;
		if (instances.some(({ name }) => name === read.name)) {
			reportProblem(`has the same name as an earlier one, ${read.name}.`);
		} else {
			instances.push(read);
			problemsOf.set(read.name, fieldProblems);
		}
	}
	return { instances, problems, problemsOf };
}

/** Returns undefined for an entry that is no forge. An invalid field does not affect the rest of a forge. */
function readInstance(
	entry: unknown,
	reportProblem: (problem: string) => void,
	reportField: (name: string, invalid: string) => void,
): Instance | undefined {
	if (typeof entry !== 'object' || entry === null) {
		reportProblem('is not an object.');
		return undefined;
	}
	const fields = new Map<string, unknown>(Object.entries(entry));
	const text = (field: string): string | undefined => {
		const value = fields.get(field);
		return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
	};
	const name = text('name');
	if (name === undefined) {
		reportProblem('has no name.');
		return undefined;
	}
	const addresses: Partial<Record<AddressName, string>> = {};
	for (const service of allAddresses) {
		const address = text(service);
		if (address === undefined) continue;
		if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
			reportField(name, `address: ${service} is ${JSON.stringify(address)}.`);
		} else addresses[service] = address;
	}
	const clientId = text('clientId');
	const callback = text('callback');
	const port = fields.get('callbackPort');
	const checks = {
		clientId: typeof fields.get('clientId') === 'string',
		callback: callback === 'editor' || callback === 'loopback',
		callbackPort: isPort(port),
		allowHttp: typeof fields.get('allowHttp') === 'boolean',
	};
	for (const [field, isValid] of Object.entries(checks)) {
		const value = fields.get(field);
		if (value !== undefined && !isValid) reportField(name, `${field}: ${JSON.stringify(value)}.`);
	}
	const webhookKey = text('webhookKey');
	const isKey = webhookKey !== undefined && /^[A-Za-z0-9+/]{43}=$/.test(webhookKey);
	if (webhookKey !== undefined && !isKey) {
		reportField(name, `webhookKey, which must be 32 bytes in base64.`);
	}
	return {
		name,
		...addresses,
		...(clientId !== undefined && { clientId }),
		...((callback === 'editor' || callback === 'loopback') && { callback }),
		...(isPort(port) && { callbackPort: port }),
		...(fields.get('allowHttp') === true && { allowHttp: true }),
		...(isKey && { webhookKey }),
	};
}

export const isPort = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
