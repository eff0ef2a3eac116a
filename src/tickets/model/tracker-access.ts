import type { Tracker } from '../../forge/shapes/trackers.ts';
import { joinWords } from '../../platform/model/words.ts';

type Access = Pick<Tracker, 'default_permissions' | 'default_access' | 'visibility'>;

/** Who can see a tracker; undefined if the forge does not say. */
export function visibilityOf({ default_permissions, visibility }: Access): string | undefined {
	if (visibility !== null) return visibility.toLowerCase();
	if (!default_permissions) return undefined;
	if (default_permissions.anonymous.includes('browse')) return 'public';
	return default_permissions.user.includes('browse') ? 'visible to users of the forge' : 'private';
}

const actions: Readonly<Record<string, string>> = {
	browse: 'browse',
	submit: 'submit tickets',
	comment: 'comment',
	edit: 'edit tickets',
	triage: 'triage',
};

/** Says what a user other than the owner may do in a tracker; undefined if the forge does not say. */
export function describeAccess({ default_permissions, default_access }: Access): string | undefined {
	const permitted = default_permissions?.user ?? default_access?.map((one) => one.toLowerCase());
	if (!permitted) return undefined;
	const more = default_permissions?.submitter.filter((one) => !permitted.includes(one)) ?? [];
	const inOwn = more.length > 0 ? ` In tickets that you submitted, you can also ${inWords(more)}.` : '';
	return `${permitted.length > 0 ? `You can ${inWords(permitted)}.` : 'You cannot do anything here.'}${inOwn}`;
}

/** In the order of increasing power, whatever the forge's order. */
function inWords(permitted: readonly string[]): string {
	const known = Object.keys(actions).filter((one) => permitted.includes(one));
	return joinWords([
		...known.map((one) => actions[one] ?? one),
		...permitted.filter((one) => !known.includes(one)),
	]);
}
