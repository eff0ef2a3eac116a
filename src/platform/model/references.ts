import type { Addresses } from '../../forge/contract/address.ts';
import { safeAddress, unsupportedAddress } from './addresses.ts';
import { refOf, type TicketKey, type TrackerKey } from './keys.ts';

/** The web addresses of an instance's services; undefined for a service that it does not have. */
export type ServiceAddresses = Readonly<Partial<Pick<Addresses, 'lists' | 'repositories' | 'trackers'>>>;

/** The tracker of a text, which completes `#12` and `tracker#12` in it. */
export type TrackerPath = Omit<TrackerKey, 'account'>;

interface InRepository {
	readonly owner: string;
	readonly repository: string;
}

interface InList {
	readonly owner: string;
	readonly list: string;
}

/** Something on a forge that can be opened. */
export type LinkTarget =
	| { readonly kind: 'user'; readonly user: string }
	| ({ readonly kind: 'tracker' } & TrackerPath)
	/** `event` is the id of the event whose entry the address leads to. */
	| ({ readonly kind: 'ticket'; readonly event?: number } & Omit<TicketKey, 'account'>)
	| ({ readonly kind: 'list' } & InList)
	| ({ readonly kind: 'patchset'; readonly patchset: number } & InList)
	| ({ readonly kind: 'mail'; readonly message: string } & InList)
	| ({ readonly kind: 'repository' } & InRepository)
	| ({ readonly kind: 'commit'; readonly commit: string } & InRepository)
	| ({ readonly kind: 'log'; readonly ref: string } & InRepository)
	| ({ readonly kind: 'tree'; readonly ref: string; readonly path: string } & InRepository);

/** Whether a link to it on a page is opened in VS Code. Trackers, lists and users have web pages that say more than a view. */
export const opensInEditor = ({ kind }: LinkTarget): boolean =>
	kind !== 'user' && kind !== 'tracker' && kind !== 'list';

/** A target, and the instance whose address named it; undefined for the instance that the text comes from. */
export interface Located<P extends ServiceAddresses = ServiceAddresses> {
	readonly target: LinkTarget;
	readonly instance: P | undefined;
}

export interface Reference<P extends ServiceAddresses = ServiceAddresses> extends Located<P> {
	readonly start: number;
	readonly end: number;
}

const user = '~[a-z_][a-z0-9_-]{0,28}[a-z0-9_]';
const tracker = '[A-Za-z0-9_][A-Za-z0-9._-]*';
const number = '[1-9]\\d{0,8}';

/**
 * Matches addresses and mail addresses first, so that nothing is found inside them. Every alternative begins at the start of a word, so
 * a long word is scanned once and the time is linear. A `~user` has at most 30 characters after the tilde, and is not matched where
 * the tilde begins text that is struck out: `~not this~`.
 */
const word = new RegExp(
	'(?<![\\p{L}\\p{N}_+.-])(?<address>[A-Za-z][A-Za-z0-9+.-]*://[^\\s<>"`]+)' +
		'|(?<![^\\s<>()[\\]{}"\'`,;:])[^\\s<>()[\\]{}"\'`,;:@]+@[^\\s<>()[\\]{}"\'`,;:]+' +
		`|(?<![\\p{L}\\p{M}\\p{N}_~/.#@&%=?+-])(?:(?:(?<owner>${user})/)?(?<tracker>${tracker}))#(?<qualified>${number})(?![\\p{L}\\p{M}\\p{N}_@]|[/.][\\p{L}\\p{N}_])` +
		`|(?<![\\p{L}\\p{M}\\p{N}_~/.#@&%=?+])#(?<bare>${number})(?![\\p{L}\\p{M}\\p{N}_@]|[/.][\\p{L}\\p{N}_])` +
		`|(?<![\\p{L}\\p{M}\\p{N}_~/.#@&%=?+-])(?<user>${user})(?![@/~]|[.]?[\\p{L}\\p{M}\\p{N}_]|-+[\\p{L}\\p{M}\\p{N}_]|[^~\\n]*[^\\s~]~(?![\\p{L}\\p{N}_~/]))`,
	'gu',
);

/**
 * The references in a plain text, in order: `~user/tracker#12`, `~user`, addresses of pages of known instances, and, if `currentTracker`
 * is given, `#12` and `tracker#12`. A reference is never inside a word, an address or a mail address.
 */
export function references<P extends ServiceAddresses>(
	text: string,
	instances: readonly P[],
	currentTracker?: TrackerPath,
): Reference<P>[] {
	const found: Reference<P>[] = [];
	for (const { 0: matched, index: start, groups = {} } of text.matchAll(word)) {
		const end = start + matched.length;
		if (groups.address !== undefined) {
			const address = trimPunctuation(groups.address);
			const located = locate(address, instances);
			if (located) found.push({ start, end: start + address.length, ...located });
		} else if (groups.user !== undefined) {
			found.push({ start, end, target: { kind: 'user', user: groups.user }, instance: undefined });
		} else {
			const ticket = Number(groups.qualified ?? groups.bare);
			const owner = groups.owner ?? currentTracker?.owner;
			const tracker = groups.tracker ?? currentTracker?.tracker;
			if (Number.isNaN(ticket) || owner === undefined || tracker === undefined) continue;
			found.push({ start, end, target: { kind: 'ticket', owner, tracker, ticket }, instance: undefined });
		}
	}
	return found;
}

/** Punctuation of Chinese and Japanese. A sentence continues after it without a space. */
const fullWidth =
	/[\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3d\uff5b-\uff65]/;
const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const isClosing = /[)\]}]/;

/**
 * Removes the punctuation of the surrounding sentence from the end of an address. A closing bracket is part of the address only if the address
 * opens it: `(https://a.example),(https://b.example)` has two addresses. A possessive at the end is not part of the address, as in
 * `https://a.example's`.
 */
export function trimPunctuation(written: string): string {
	const [address = ''] = written.split(fullWidth, 1);
	const open = new Map<string, number>();
	let end = 0;
	for (; end < address.length; end++) {
		const mark = address[end] ?? '';
		const closing = closings[mark];
		if (closing !== undefined) open.set(closing, (open.get(closing) ?? 0) + 1);
		if (!isClosing.test(mark)) continue;
		const left = open.get(mark) ?? 0;
		if (left === 0) break;
		open.set(mark, left - 1);
	}
	const trim = () => {
		while (/[.,;:!?'"‘’“”‹›«»…*_~|\\]/.test(address[end - 1] ?? '')) end--;
	};
	trim();
	if (/^['’]s$/.test(address.slice(end - 2, end))) end -= 2;
	trim();
	return address.slice(0, end);
}

/** The target of an address. Undefined if it is not the page of something on a known instance. */
export function locate<P extends ServiceAddresses>(
	address: string,
	instances: readonly P[],
): Located<P> | undefined {
	const url = URL.parse(address);
	if (url?.username !== '' || url.password !== '') return undefined;
	for (const instance of instances) {
		for (const service of ['trackers', 'lists', 'repositories'] as const) {
			const base = URL.parse(instance[service] ?? '');
			if (base?.origin !== url.origin) continue;
			const prefix = `${base.pathname.replace(/\/+$/, '')}/`;
			if (!url.pathname.startsWith(prefix)) continue;
			const path = segments(url.pathname.slice(prefix.length));
			const target = path && pages[service](path);
			if (!target) continue;
			return { target: target.kind === 'ticket' ? { ...target, ...eventIn(url.hash) } : target, instance };
		}
	}
	return undefined;
}

/** The event that the address of a ticket's page leads to: `#event-345`. */
function eventIn(hash: string): { readonly event?: number } {
	const [, event] = /^#event-(\d{1,15})$/.exec(hash) ?? [];
	return event === undefined ? {} : { event: Number(event) };
}

/** The decoded segments of a path; undefined if one leads elsewhere, such as `..`. */
function segments(path: string): readonly string[] | undefined {
	try {
		const all = path.replace(/\/$/, '').split('/').map(decodeURIComponent);
		return all.every((one) => /^(?!\.\.?$)[^/\0]+$/.test(one)) ? all : undefined;
	} catch {
		return undefined;
	}
}

const isUser = (text: string): boolean => new RegExp(`^${user}$`).test(text);
const isName = (text: string): boolean => /^(?!\.\.?$)[A-Za-z0-9._-]+$/.test(text);
/** Only names of files may contain other characters. */
const isPlain = (text: string): boolean => /^[^\\[\p{Cc}&&\p{ASCII}]]+$/v.test(text);
const numberOf = (text = ''): number | undefined =>
	new RegExp(`^${number}$`).test(text) ? Number(text) : undefined;

const pages: Readonly<Record<keyof ServiceAddresses, (path: readonly string[]) => LinkTarget | undefined>> = {
	trackers: ([owner = '', tracker, id, ...more]) => {
		if (tracker === undefined) return userAt(owner);
		if (!isUser(owner) || !isName(tracker) || more.length > 0) return undefined;
		if (id === undefined) return { kind: 'tracker', owner, tracker };
		const ticket = numberOf(id);
		return ticket === undefined ? undefined : { kind: 'ticket', owner, tracker, ticket };
	},
	lists: ([owner = '', list, page, id, ...more]) => {
		if (list === undefined) return userAt(owner);
		if (!isUser(owner) || !isName(list) || more.length > 0) return undefined;
		if (page === undefined) return { kind: 'list', owner, list };
		const patchset = page === 'patches' ? numberOf(id) : undefined;
		if (patchset !== undefined) return { kind: 'patchset', owner, list, patchset };
		return id === undefined && page.includes('@') && isPlain(page)
			? { kind: 'mail', owner, list, message: page }
			: undefined;
	},
	repositories: ([owner = '', repository, page, ...rest]) => {
		if (repository === undefined) return userAt(owner);
		if (!isUser(owner) || !isName(repository)) return undefined;
		const [first] = rest;
		if (page === undefined) return { kind: 'repository', owner, repository };
		if (page === 'commit' && rest.length === 1 && /^[\da-f]{4,64}$/.test(first ?? '')) {
			return { kind: 'commit', owner, repository, commit: first ?? '' };
		}
		if (page === 'log' && rest.every(isPlain))
			return { kind: 'log', owner, repository, ref: rest.join('/') || 'HEAD' };
		if (page !== 'tree') return undefined;
		// A ref may contain slashes and begin with "item", and a file may be called "item": the ref ends before the next one.
		const item = rest.indexOf('item', 1);
		const [ref, path] = item === -1 ? [rest, []] : [rest.slice(0, item), rest.slice(item + 1)];
		if (!ref.every(isPlain)) return undefined;
		return { kind: 'tree', owner, repository, ref: ref.join('/') || 'HEAD', path: path.join('/') };
	},
};

const userAt = (name: string): LinkTarget | undefined =>
	isUser(name) ? { kind: 'user', user: name } : undefined;

/** References encode what a link opens. The page sends them to the host, which decodes them with `resolveReference`. */
export const ticketReference = (key: Omit<TicketKey, 'account'>): string => `ticket:${refOf(key)}`;
export const userReference = (name: string): string => `user:${name}`;

const referencePattern = new RegExp(`^(?:ticket:(${user})/(${tracker})#(${number})|user:(${user}))$`);

/** Decodes a reference, or what an address leads to. Addresses in `unsupported` are only shown. Undefined if it is not a link. */
export function resolveReference<P extends ServiceAddresses>(
	reference: string,
	instances: readonly P[],
): Located<P> | { readonly web: string } | { readonly unsupported: string } | undefined {
	const unsupported = unsupportedAddress(reference);
	if (unsupported !== undefined) return { unsupported };
	const [, owner, tracker, ticket, name] = referencePattern.exec(reference) ?? [];
	if (name !== undefined) return { target: { kind: 'user', user: name }, instance: undefined };
	if (owner !== undefined && tracker !== undefined) {
		return { target: { kind: 'ticket', owner, tracker, ticket: Number(ticket) }, instance: undefined };
	}
	const web = safeAddress(reference);
	return web === undefined ? undefined : (locate(web, instances) ?? { web });
}
