import assert from 'node:assert/strict';
import { describeAccess, visibilityOf } from '../../../../src/tickets/model/tracker-access.ts';

type Case = [what: string, tracker: Parameters<typeof describeAccess>[0], expected: string | undefined];

const unknown = { default_permissions: null, default_access: null, visibility: null };
const permitted = (anonymous: string[], user: string[], submitter = user) => ({
	...unknown,
	default_permissions: { anonymous, user, submitter },
});

describe('The visibility of a tracker', () => {
	for (const [what, tracker, expected] of [
		['is unknown if the forge says nothing', unknown, undefined],
		['is what a later forge says', { ...unknown, visibility: 'UNLISTED' }, 'unlisted'],
		['is public if anyone may browse', permitted(['browse'], ['browse']), 'public'],
		[
			'is limited to users if only they may browse',
			permitted([], ['browse']),
			'visible to users of the forge',
		],
		['is private if others may not browse', permitted([], []), 'private'],
	] satisfies Case[])
		it(what, () => assert.equal(visibilityOf(tracker), expected));
});

describe('What a user may do in a tracker', () => {
	for (const [what, tracker, expected] of [
		['is unknown if the forge says nothing', unknown, undefined],
		[
			'is in the order of power',
			permitted([], ['triage', 'comment', 'browse', 'submit', 'edit']),
			'You can browse, submit tickets, comment, edit tickets and triage.',
		],
		['has words of newer forges', permitted([], ['vote', 'browse']), 'You can browse and vote.'],
		['may be nothing', permitted([], []), 'You cannot do anything here.'],
		[
			'may be more in tickets that they submitted',
			permitted([], ['browse'], ['browse', 'edit', 'comment']),
			'You can browse. In tickets that you submitted, you can also comment and edit tickets.',
		],
		[
			'is what a later forge says',
			{ ...unknown, default_access: ['BROWSE', 'COMMENT'] },
			'You can browse and comment.',
		],
	] satisfies Case[])
		it(what, () => assert.equal(describeAccess(tracker), expected));
});
