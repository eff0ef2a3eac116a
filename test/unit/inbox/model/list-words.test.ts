import assert from 'node:assert/strict';
import { listWords } from '../../../../src/inbox/model/list-words.ts';
import type { ListHappening } from '../../../../src/platform/model/forge-events.ts';
import { listEvent } from '../events.ts';

const cases: readonly (readonly [
	event: Partial<ListHappening>,
	what: string,
	passive: string,
	icon: string,
])[] = [
	[{ kind: 'pull-request' }, 'Bob Ellis sent a pull request', 'New pull request', 'git-pull-request'],
	[{ kind: 'reply', concerns: ['patch-sent'] }, 'Bob Ellis replied to you', 'New reply to you', 'reply'],
	[{ kind: 'reply', concerns: ['participated'] }, 'Bob Ellis replied', 'New reply', 'reply'],
	[
		{ kind: 'patchset-status', status: 'needs_revision' },
		'Bob Ellis set the patchset to needs revision',
		'Patchset needs revision',
		'git-pull-request-go-to-changes',
	],
	[
		{ kind: 'patchset-status', status: 'applied' },
		'Bob Ellis set the patchset to applied',
		'Patchset applied',
		'git-merge',
	],
	[
		{ kind: 'patchset-status' },
		'Bob Ellis changed the status of the patchset',
		'Patchset status changed',
		'git-pull-request',
	],
	[{ kind: 'thread' }, 'Bob Ellis started a thread', 'New thread', 'mail'],
];

describe('The words for what happened in a list', () => {
	for (const [event, what, passive, icon] of cases) {
		it(`are "${what}"`, () => {
			const words = listWords(listEvent(event));
			assert.deepEqual([words.details, words.spoken, words.icon], [what, what, icon]);
			assert.equal(words.label, 'Keep undo history across reloads');
			const unsaid = listWords(listEvent({ ...event, by: '' }));
			assert.equal(unsaid.spoken, passive);
			assert.equal(unsaid.details, passive.charAt(0).toLowerCase() + passive.slice(1));
		});
	}

	it('have the title of a patchset in the label, with its version from the second one on', () => {
		const patchset = listEvent({ kind: 'patchset', version: 2, patchCount: 3 });
		assert.deepEqual(listWords(patchset), {
			icon: 'git-pull-request',
			label: 'v2 Keep undo history across reloads',
			spoken: 'Bob Ellis sent a patchset',
			details: 'Bob Ellis, 3 patches',
			title: 'Keep undo history across reloads',
			spokenDetails: ['version 2', '3 patches'],
		});
		const incomplete = listWords({ ...patchset, missingCount: 2 });
		assert.equal(incomplete.details, 'Bob Ellis, 3 patches, 2 missing');
		const uncounted = listWords(listEvent({ kind: 'patchset', by: '', missingCount: 1 }));
		assert.equal(uncounted.details, '1 missing');
		const first = listWords(listEvent({ kind: 'patchset', version: 1, by: '' }));
		assert.equal(first.label, 'Keep undo history across reloads');
		assert.equal(first.spoken, 'New patchset');
		assert.equal(first.details, '');
	});

	it('show texts of other users safely, and something for a missing subject', () => {
		const hostile = listEvent({ kind: 'patchset', title: 'a\nb\u202e', by: 'E\u200bve' });
		assert.equal(listWords(hostile).label, 'a b‹U+202E›');
		assert.equal(listWords(hostile).details, 'E‹U+200B›ve');
		assert.equal(listWords(listEvent({ kind: 'patchset', title: '' })).label, '(no subject)');
	});
});
