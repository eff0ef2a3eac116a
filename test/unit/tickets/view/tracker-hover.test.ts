import assert from 'node:assert/strict';
import type { Tracker } from '../../../../src/forge/shapes/trackers.ts';
import { trackerDetails, trackerHeading } from '../../../../src/tickets/view/tracker-hover.ts';

const now = Date.parse('2026-11-24T10:00:00Z');
const tracker: Tracker = {
	id: 1,
	owner: { canonical_name: '~ana', name: 'ana' },
	created: '2024-03-13T12:00:00Z',
	updated: '2026-11-24T08:00:00Z',
	name: 'editor',
	description: 'Bugs of the **editor**.',
	default_permissions: { anonymous: ['browse'], user: ['browse', 'comment'], submitter: [] },
	default_access: null,
	visibility: null,
	access: null,
};

describe('The hover of a tracker', () => {
	it('begins with its name, in which nothing is Markdown', () => {
		const key = { account: 'ana', owner: '~ana', tracker: 'a_b' };
		assert.equal(trackerHeading(key), '**\\~ana\\/a\\_b**');
	});

	const dates = 'created 13 Mar 2024 · updated 2 hours ago';
	const text = '---\n\nBugs of the <strong>editor</strong>\\.';
	const cases: readonly (readonly [string, string, Partial<Tracker>, readonly string[]])[] = [
		[
			'who can see it, its dates and what the user may do',
			'~bob',
			{},
			[`Public · ${dates}`, 'You can view and comment on tickets\\.', text],
		],
		['that the user owns it', '~ana', {}, [`Public · ${dates}`, 'You own this tracker\\.', text]],
		[
			'one date if nothing has changed since, and no empty description',
			'~ana',
			{ updated: tracker.created, description: ' ' },
			['Public · created 13 Mar 2024', 'You own this tracker\\.'],
		],
		[
			'only what the forge has sent',
			'~bob',
			{ created: '', updated: '', description: '', default_permissions: null },
			[],
		],
	];
	for (const [what, me, other, expected] of cases)
		it(`says ${what}`, () =>
			assert.equal(trackerDetails({ ...tracker, ...other }, me, now), expected.join('\n\n')));
});
