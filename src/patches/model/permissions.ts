import type { List } from '../../forge/shapes/lists.ts';
import { joinWords } from '../../platform/model/words.ts';

type Permissions = NonNullable<List['permissions']>;
type RestrictedList = Pick<List, 'owner' | 'permissions' | 'access'>;

interface Reader {
	/** The user's name, with the tilde. */
	readonly me: string;
	readonly isSubscribed: boolean;
}

/** Whether the user may begin threads on a list; undefined if the forge does not say. */
export function mayPost(
	{ owner, permissions, access }: RestrictedList,
	{ me, isSubscribed }: Reader,
): boolean | undefined {
	if (owner.canonical_name === me) return true;
	if (access) return access.includes('post');
	return permissions?.[isSubscribed ? 'subscriber' : 'account']?.includes('post');
}

/** Why the user may not answer mails of a list. Empty if they may, or if the forge does not say. */
export function replyProblem(
	{ owner, permissions, access }: RestrictedList,
	{ me, isSubscribed }: Reader,
): string {
	if (owner.canonical_name === me) return '';
	const refusal = `${owner.canonical_name}, the owner of the list, does not let you reply to it.`;
	if (access) return access.includes('reply') ? '' : refusal;
	const mayReply = (group: 'account' | 'subscriber') => permissions?.[group]?.includes('reply');
	if (mayReply('account') ?? true) return '';
	if (isSubscribed && (mayReply('subscriber') ?? true)) return '';
	return mayReply('subscriber') ? 'Only subscribers may reply to this list.' : refusal;
}

const groups: readonly { readonly name: string; readonly group: keyof Permissions }[] = [
	{ name: 'Subscribers', group: 'subscriber' },
	{ name: 'Other signed-in users', group: 'account' },
	{ name: 'Users without an account', group: 'nonsubscriber' },
];

/** Says in one line what others may do on a list, as far as the forge says. */
export const describePermissions = (permissions: Permissions): string =>
	groups
		.flatMap(({ name, group }) => {
			const all = permissions[group];
			return all ? [`${name} ${all.length === 0 ? 'have no access' : `can ${joinWords(all)}`}`] : [];
		})
		.join(' · ');

/**
 * Whether a user who does not own a list may set the status of its patchsets. If the forge says only what groups of users may do, this is whether
 * subscribers or all accounts may moderate the list, because the user may be a subscriber. Undefined if the forge does not say that, either.
 */
export function permitsStatus({ access, permissions }: List): boolean | undefined {
	if (access) return access.includes('moderate');
	const [account, subscriber] = [permissions?.account, permissions?.subscriber];
	if ([account, subscriber].some((group) => group?.includes('moderate'))) return true;
	return account && subscriber ? false : undefined;
}

/**
 * Whether menus offer statuses for the patchsets of a list. They do unless the forge says that this user may not set one. What it says of groups of
 * users does not count, because a single user may have more rights.
 */
export const offersStatus = (list: List | undefined): boolean => list?.access?.includes('moderate') ?? true;

/** Why a user may not set the status of a patchset. `owner` is the owner of the list, with the tilde. */
export const onlyOwnerMessage = (owner: string): string =>
	`Only ${owner}, the owner of the list, and its moderators may change the status.`;
