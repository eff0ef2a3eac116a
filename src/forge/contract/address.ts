import { ForgeError } from './errors.ts';

/** The addresses of a forge's four services. */
export interface Addresses {
	readonly identity: string;
	readonly lists: string;
	readonly repositories: string;
	readonly trackers: string;
}

const services = { identity: 'meta', lists: 'lists', repositories: 'git', trackers: 'todo' };

/** The usual name of a service before a domain. */
const servicePrefix = new RegExp(`^(?:${Object.values(services).join('|')})\\.(?=.*\\.)`);

/**
 * The four addresses that a forge at this domain usually has. `text` may also be one of the four. Undefined if no such names can
 * exist: for an IP address, a bare word, or text that is not an address.
 */
export function proposeAddresses(text: string): Addresses | undefined {
	const trimmed = text.trim();
	const url = parseUrl(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
	if (url?.username !== '' || url.password !== '') return undefined;
	const domain = url.host.replace(servicePrefix, '');
	if (!/^[^.[\]]+(\.[^.[\]]+)+$/.test(domain) || /^[\d.]+(:\d+)?$/.test(domain)) return undefined;
	const at = (name: string) => `${url.protocol}//${name}.${domain}`;
	return {
		identity: at(services.identity),
		lists: at(services.lists),
		repositories: at(services.repositories),
		trackers: at(services.trackers),
	};
}

/**
 * The addresses that the hub of a forge usually has. Empty unless several of its services are known, and all have the usual addresses of one
 * domain. A hub elsewhere might belong to others, as `hub.co.uk` might if only `lists.co.uk` were known, and would get tokens.
 */
export function proposeHubAddresses(known: Partial<Addresses>): readonly string[] {
	/** For each service, the usual address of the identity service in its domain. */
	const identities = Object.entries(known).map(([service, address]) => {
		const proposed = proposeAddresses(address);
		const isUsual = Object.entries(proposed ?? {}).some(
			([name, usual]) => name === service && usual === address.replace(/\/+$/, ''),
		);
		return isUsual ? proposed?.identity : undefined;
	});
	const [identity] = identities;
	if (identity === undefined || identities.length < 2 || identities.some((one) => one !== identity))
		return [];
	return ['hub.', ''].map((name) => identity.replace(`//${services.identity}.`, `//${name}`));
}

/**
 * The domains in which a hub may be. Services whose hosts have usual names in one domain, as `lists.example.org` and `git.example.org`, have that
 * domain. Any other has only its own host: the domain above it might belong to strangers, too, as `co.uk` above `lists.co.uk`.
 */
export function hubDomains(services: readonly string[]): readonly string[] {
	const hosts = new Set(services.flatMap((service) => parseUrl(service)?.hostname ?? []));
	const inDomains = Map.groupBy(hosts, (host) => host.replace(servicePrefix, ''));
	return [...inDomains].flatMap(([domain, within]) => (within.length > 1 ? domain : within));
}

/** Whether a hub is in the domain of one of these services. Elsewhere it might belong to others by now, and would get tokens. */
export function isInDomainOf(services: readonly string[], hub: string): boolean {
	const host = parseUrl(hub)?.hostname ?? '';
	return hubDomains(services).some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/** Whether a host name, as `URL` writes it, means this machine. */
export const isLoopback = (hostname: string): boolean =>
	hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** The address with a scheme. If the user has typed none, it is http only on this machine, where connections need no encryption. */
export function withScheme(text: string): string {
	if (text === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text;
	const hostname = parseUrl(`http://${text}`)?.hostname ?? '';
	return `${isLoopback(hostname) ? 'http' : 'https'}://${text}`;
}

/** The parts of an area's base address. */
export interface BaseAddress {
	/** With its port, as `URL.host` writes it. */
	readonly host: string;
	/** Without a trailing slash. */
	readonly prefix: string;
}

/**
 * The base address of an area. It receives a token, so the connection must be encrypted, except on this machine and on hosts that
 * the user allowed (as `URL.host` writes them, with their port).
 */
export function baseAddress(text: string, plainHosts: ReadonlySet<string> = new Set()): BaseAddress {
	const url = parseUrl(text);
	if (!url || !/^https?:$/.test(url.protocol)) {
		const what = JSON.stringify(text.slice(0, 200));
		throw new ForgeError('refused', `${what} is not a web address, such as https://lists.example.org.`);
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		throw new ForgeError(
			'refused',
			`The address of ${url.host} must not contain a user name, password or query.`,
		);
	}
	if (url.protocol === 'http:' && !isLoopback(url.hostname) && !plainHosts.has(url.host)) {
		throw new ForgeError(
			'refused',
			`The connection to ${url.host} would not be encrypted, so anyone on the network could read the token. Use an https address, or set "allowHttp": true for this forge in the setting tildeforge.instances.`,
		);
	}
	return { host: url.host, prefix: url.origin + url.pathname.replace(/\/+$/, '') };
}

/**
 * A path that every URL parser leaves unchanged: no query, no fragment, no backslash, and no segment that is one or two dots,
 * encoded or not. This check is much cheaper than parsing each address twice.
 */
const plainPath = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[\w~.!*'()@:%+,;=&$-]*)+$/i;

/** Builds the address of a call. `path` begins with a slash and is properly encoded, so it cannot leave the base address. */
export function callAddress(
	{ prefix }: BaseAddress,
	path: string,
	query: Readonly<Record<string, string>> = {},
): string {
	if (!plainPath.test(path)) throw new RangeError(`${JSON.stringify(path)} is not a path below ${prefix}`);
	const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
	return `${prefix}${path}${search}`;
}

function parseUrl(text: string): URL | undefined {
	return URL.parse(text) ?? undefined;
}
