import type { NamedItem } from '../../platform/model/item-choices.ts';
import { locate } from '../../platform/model/references.ts';

/** The problem with the name of a new tracker; undefined if forges accept it. */
export function trackerNameProblem(name: string): string | undefined {
	if (/^\d/.test(name)) return 'A tracker name cannot begin with a digit.';
	return /^[A-Za-z0-9._-]+$/.test(name) && !/^\.{1,2}$/.test(name)
		? undefined
		: 'A tracker name can contain only the letters A to Z, digits, and . _ -.';
}

/**
 * Reads `~user`, `~user/name`, also without the tilde, or the address of a page of either; undefined for anything else. `trackers` is the
 * address of the forge's trackers.
 */
export function readTrackerName(input: string, trackers: string | undefined): NamedItem | undefined {
	const text = input.trim();
	const [, user, name] = /^~?([^~/:@#\s]+)(?:\/([^/@#\s]+))?\/?$/.exec(text) ?? [];
	if (user !== undefined) return { owner: `~${user}`, name };
	const address = text.replace(/[?#].*$/s, '');
	const target = trackers === undefined ? undefined : locate(address, [{ trackers }])?.target;
	if (target?.kind === 'user') return { owner: target.user, name: undefined };
	return target && 'tracker' in target ? { owner: target.owner, name: target.tracker } : undefined;
}
