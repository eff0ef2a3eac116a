import type { NamedItem } from '../../platform/model/item-choices.ts';
import { locate } from '../../platform/model/references.ts';

/** The problem with the name of a mailing list; undefined if forges accept it. Older forges refuse capital letters, and say so. */
export function listNameProblem(name: string): string | undefined {
	if (/^[a-z_-][a-z0-9._-]{0,254}$/i.test(name)) return undefined;
	return 'A mailing list name can contain only letters from A to Z, digits, and . _ -. It cannot begin with a digit or a dot.';
}

/**
 * Reads `~user`, `~user/name`, also without the tilde, the mail address of a list, or the address of any page of either; undefined for
 * anything else. `lists` is the address of the forge's lists.
 */
export function readListName(input: string, lists: string | undefined): NamedItem | undefined {
	const text = input.trim();
	const [, user, name] = /^~?([^~/:@\s]+)(?:\/([^/@\s]+)(?:@[^/@\s]+)?)?\/?$/.exec(text) ?? [];
	if (user !== undefined) return { owner: `~${user}`, name };
	const address = text.replace(/[?#].*$/s, '');
	const target = lists === undefined ? undefined : locate(address, [{ lists }])?.target;
	if (target?.kind === 'user') return { owner: target.user, name: undefined };
	return target && 'list' in target ? { owner: target.owner, name: target.list } : undefined;
}
