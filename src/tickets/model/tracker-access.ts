import type { Tracker } from '../../forge/shapes/trackers.ts';
import { joinWords } from '../../platform/model/words.ts';

/** Who can see a tracker; undefined if the forge does not say. */
export function visibilityOf({ default_permissions, visibility }: Tracker): string | undefined {
	if (visibility !== null) return visibility.toLowerCase();
	const { anonymous, user } = default_permissions ?? {};
	if (anonymous?.includes('browse')) return 'public';
	if (!anonymous || !user) return undefined;
	return user.includes('browse') ? 'visible to signed-in users' : 'private';
}

/** In the order of increasing power. Each continues with "tickets". */
const actions: Readonly<Record<string, string>> = {
	browse: 'view',
	submit: 'submit',
	comment: 'comment on',
	edit: 'edit',
	triage: 'triage',
};

/** Says what a user other than the owner may do in a tracker; undefined if the forge does not say. */
export function describeAccess({ default_permissions, default_access }: Tracker): string | undefined {
	const permitted = default_permissions?.user ?? default_access?.map((one) => one.toLowerCase());
	if (!permitted) return undefined;
	const more = default_permissions?.submitter?.filter((one) => !permitted.includes(one)) ?? [];
	const general = listActions(permitted);
	const own = listActions(more);
	const unknown = [...permitted, ...more].filter((one) => !Object.hasOwn(actions, one));
	const sentences = [
		general && `You can ${general} tickets.`,
		own && `You can ${general && 'also '}${own} tickets that you submitted.`,
		unknown.length > 0 && `Other permissions: ${unknown.join(', ')}.`,
	].filter((sentence) => typeof sentence === 'string' && sentence !== '');
	return sentences.join(' ') || "You don't have any permissions in this tracker.";
}

/** The known permissions, in the order of `actions`. */
const listActions = (permitted: readonly string[]): string =>
	joinWords(Object.entries(actions).flatMap(([one, words]) => (permitted.includes(one) ? [words] : [])));
