import assert from 'node:assert/strict';
import type { Changes } from '../../../../src/tickets/page/choices.ts';
import { formatClock, toChange, toShownDraft } from '../../../../src/tickets/page/draft-conversion.ts';
import { draftFor } from '../state/ticket-drafts.ts';
import { key } from './view.ts';

const nothing: Changes = { comment: false, status: null, resolution: null, addLabels: [], removeLabels: [] };

describe('A stored draft', () => {
	it('is shown with its times', () => {
		const draft = draftFor(key, { text: 'Mine.' });
		assert.deepEqual(toShownDraft(draft, 7), { ...draft.body, saved: draft.saved, after: 7 });
		assert.equal(toShownDraft(draft, null).after, null);
	});

	it('was saved at a time of the day in the user’s time zone', () => {
		const ms = Date.parse('2026-11-20T08:03:59Z');
		assert.deepEqual([formatClock(ms, 'UTC'), formatClock(ms, 'Asia/Kolkata')], ['08:03', '13:33']);
		assert.match(formatClock(ms), /^\d\d:\d\d$/);
	});
});

describe('The request for what a draft changes', () => {
	const cases: readonly [what: string, changes: Partial<Changes>, change: object][] = [
		['is empty without changes', {}, {}],
		['has the comment, without the space at its end', { comment: true }, { comment: ' Mine.' }],
		['has a status', { status: 'confirmed' }, { status: 'confirmed' }],
		[
			'has a status and its resolution',
			{ status: 'resolved', resolution: 'fixed' },
			{ status: 'resolved', resolution: 'fixed' },
		],
		['has no status or resolution that no forge knows', { status: 'odd', resolution: 'odd' }, {}],
		['has added labels', { addLabels: ['a'] }, { addLabels: ['a'] }],
		['has removed labels', { removeLabels: ['b'] }, { removeLabels: ['b'] }],
	];
	for (const [what, changes, change] of cases)
		it(what, () => assert.deepEqual(toChange({ text: ' Mine.\n' }, { ...nothing, ...changes }), change));
});
