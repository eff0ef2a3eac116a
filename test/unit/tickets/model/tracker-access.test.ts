import assert from 'node:assert/strict';
import type { Tracker } from '../../../../src/forge/shapes/trackers.ts';
import { describeAccess, visibilityOf } from '../../../../src/tickets/model/tracker-access.ts';

type Case = [what: string, tracker: Tracker, expected: string | undefined];

const unknown: Tracker = {
	...{ id: 1, name: 'editor', owner: { canonical_name: '~ana', name: 'ana' }, description: '' },
	...{ created: '2026-01-01T00:00:00Z', updated: '2026-01-01T00:00:00Z' },
	...{ default_permissions: null, default_access: null, visibility: null, access: null },
};
const permitted = (
	anonymous: string[] | null,
	user: string[] | null,
	submitter: string[] | null = user,
): Tracker => ({
	...unknown,
	default_permissions: { anonymous, user, submitter },
});

describe('The visibility of a tracker', () => {
	for (const [what, tracker, expected] of [
		['is unknown if the forge says nothing', unknown, undefined],
		['comes from `visibility` on newer forges', { ...unknown, visibility: 'UNLISTED' }, 'unlisted'],
		['is public if anyone may browse', permitted(['browse'], ['browse']), 'public'],
		['is limited to users if only they may browse', permitted([], ['browse']), 'visible to signed-in users'],
		['is private if others may not browse', permitted([], []), 'private'],
		['is unknown if the forge says nothing of users', permitted([], null), undefined],
		['is unknown if the forge says it only of users', permitted(null, ['browse']), undefined],
	] satisfies Case[])
		it(what, () => assert.equal(visibilityOf(tracker), expected));
});

describe('What a user may do in a tracker', () => {
	for (const [what, tracker, expected] of [
		['is unknown if the forge says nothing', unknown, undefined],
		[
			'is listed from least to most powerful',
			permitted([], ['triage', 'comment', 'browse', 'submit', 'edit']),
			'You can view, submit, comment on, edit and triage tickets.',
		],
		[
			'includes permissions that are not known',
			permitted([], ['vote', 'browse']),
			'You can view tickets. Other permissions: vote.',
		],
		['may be only permissions that are not known', permitted([], ['vote']), 'Other permissions: vote.'],
		['may be nothing', permitted([], []), "You don't have any permissions in this tracker."],
		[
			'may be more in tickets that they submitted',
			permitted([], ['browse'], ['browse', 'edit', 'comment']),
			'You can view tickets. You can also comment on and edit tickets that you submitted.',
		],
		[
			'may be limited to tickets that they submitted',
			permitted([], [], ['browse']),
			'You can view tickets that you submitted.',
		],
		['is unknown if the forge says it only of others', permitted(['browse'], null), undefined],
		[
			'is that of users if the forge says nothing of submitters',
			permitted([], ['browse'], null),
			'You can view tickets.',
		],
		[
			'comes from `default_access` on newer forges',
			{ ...unknown, default_access: ['BROWSE', 'COMMENT'] },
			'You can view and comment on tickets.',
		],
	] satisfies Case[])
		it(what, () => assert.equal(describeAccess(tracker), expected));
});
