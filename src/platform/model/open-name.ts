import type { NamedItem } from './item-choices.ts';
import { type LinkTarget, locate, type ServiceAddresses } from './references.ts';
import { hostedRepository } from './remote-url.ts';

/** What a text names that *Open…* takes. */
export interface OpenName {
	/** The name of its forge; undefined if it may be on any of the user's forges. */
	readonly instance: string | undefined;
	/** A text that is not an address names a user for all of their items. */
	readonly target:
		| LinkTarget
		/** A ticket or patchset, with the name of its tracker or list if that is given. */
		| { readonly kind: 'number'; readonly number: number; readonly item: string | undefined }
		/** A Message-ID, with or without its angle brackets. */
		| { readonly kind: 'message'; readonly message: string }
		/** The id of a commit, or its beginning. */
		| { readonly kind: 'hash'; readonly hash: string };
	/** What the user has written, without the space around it. */
	readonly text: string;
}

/** What *Open…* takes. */
export const openNames = 'URL, #12, ~user/tracker#12, Message-ID, commit ID or ~user';

/** What to enter if none of the user's items may be meant. */
export const unknownOwner = 'Enter it with its owner, such as ~user/tracker#12, or as a URL.';

const qualified = /^(~[^\s/#]+)\/([^\s/#]+)(\/patches\/|#|\s+)([1-9]\d{0,8})$/;
/** With the mail address of a list: `~ana/devel@lists.example.org`. */
const item = /^~?([^~/:@#\s]+)(?:\/([^/@#\s]+?)(@[^/@\s]+)?)?\/?$/;
/** Without angle brackets, it has no colon, as `from:kim@example.org` is a filter. */
const message = /^(?:message-id:|mid:)?\s*(<[^\s<>]+>|[^\s<>:]+@[^\s<>]+)$/i;
const numbered = /^(?:([A-Za-z0-9_][\w.-]*)?#)?([1-9]\d{0,8})$/;

/** All that a text can mean, decided by the text alone. Empty if it names nothing on one of these forges. */
export function readOpenName<Forge extends ServiceAddresses & { readonly name: string }>(
	written: string,
	forges: readonly Forge[],
): readonly OpenName[] {
	const text = written.trim();
	const on = (forge: Forge | undefined, ...targets: OpenName['target'][]): readonly OpenName[] =>
		targets.map((target) => ({ instance: forge?.name, target, text }));
	// The `.git` at the end of a clone address is removed. The path of a file may end with `.git`, too, and keeps it.
	const address = text.replace(/(?<=^[^~]*\/~[^/]+\/[^/?#]+)\.git\/?(?=[?#]|$)/, '');
	const located = locate(address, forges);
	if (located) return on(located.instance, located.target);
	const { instance, ...cloned } = hostedRepository(text, forges) ?? { owner: '', repository: '' };
	if (instance) return on(instance, { kind: 'repository', ...cloned });
	if (text.includes('://')) return [];
	const [, owner, name, separator, id] = qualified.exec(text) ?? [];
	if (owner !== undefined && name !== undefined) {
		const patchset = { kind: 'patchset', owner, list: name, patchset: Number(id) } as const;
		const ticket = { kind: 'ticket', owner, tracker: name, ticket: Number(id) } as const;
		return on(undefined, ...(separator === '#' ? [ticket, patchset] : [patchset]));
	}
	const [, user] = item.exec(text) ?? [];
	if (user !== undefined && text.startsWith('~')) return on(undefined, { kind: 'user', user: `~${user}` });
	const [, mail] = message.exec(text) ?? [];
	if (mail !== undefined) return on(undefined, { kind: 'message', message: mail });
	const [, numberedItem, number] = numbered.exec(text) ?? [];
	return [
		...(number ? on(undefined, { kind: 'number', number: Number(number), item: numberedItem }) : []),
		...(/^[\da-f]{7,64}$/i.test(text) ? on(undefined, { kind: 'hash', hash: text.toLowerCase() }) : []),
	];
}

/** Whether the names are those of users, trackers or lists, whose items the user chooses from. */
export const namesItem = (names: readonly OpenName[]): boolean =>
	names.some(({ target: { kind } }) => kind === 'user' || kind === 'tracker' || kind === 'list');

/** Whether a text in a box that searches is meant as an address of something, rather than as words. */
export const isOpenName = (...args: Parameters<typeof readOpenName>): boolean =>
	readOpenName(...args).some(
		({ instance, target: { kind }, text }) =>
			instance !== undefined ||
			['ticket', 'patchset', 'number'].includes(kind) ||
			(kind === 'message' && !isMailAddress(text)) ||
			(kind === 'hash' && text.length >= 40),
	);

/** Whether a text is the mail address of a person or, without its angle brackets, a Message-ID. */
export const isMailAddress = (text: string): boolean => /^[^\s<>:]+@[^\s<>:]+$/.test(text.trim());

/**
 * Reads `~user`, `~user/name`, also without the tilde, or the address of a page of either; undefined for anything else. `base` is the address of
 * the service that has the items.
 */
export function readItemName(
	service: keyof ServiceAddresses,
	input: string,
	base: string | undefined,
): NamedItem | undefined {
	const text = input.trim();
	const [, user, name, host] = item.exec(text) ?? [];
	if (user !== undefined && (host === undefined || service === 'lists'))
		return { owner: `~${user}`, name: service === 'repositories' ? name?.replace(/\.git$/, '') : name };
	const [found] = readOpenName(text, base === undefined ? [] : [{ name: '', [service]: base }]);
	const target = found?.instance === undefined ? undefined : found.target;
	if (target?.kind === 'user') return { owner: target.user, name: undefined };
	if (!target || !('owner' in target)) return undefined;
	if ('tracker' in target) return { owner: target.owner, name: target.tracker };
	return { owner: target.owner, name: 'list' in target ? target.list : target.repository };
}
