import assert from 'node:assert/strict';
import {
	shownWaitingText,
	type WaitingEntry,
	waitingTextState,
} from '../../../../src/tickets/page/waiting-texts.ts';
import { describedEntryOf, lacking, now, refused, waiting } from '../../../kit/items/entries.ts';
import { view } from '../../../kit/pages/ticket-view.ts';

const change = { comment: 'It is *here*.', status: 'confirmed' } as const;
const textOf = (state: WaitingEntry['state'], more: Parameters<typeof describedEntryOf>[0] = {}) =>
	describedEntryOf({ change, state, textId: 'text', ...more });
const shown = (entry: WaitingEntry, all = [entry]) => shownWaitingText(entry, all, view.render, now);
const labelsOf = (entry: WaitingEntry) => shown(entry).acts.map(({ label }) => label);

describe('A text that is not on the forge yet', () => {
	const cases: readonly (readonly [
		what: string,
		entry: WaitingEntry,
		state: string,
		words: RegExp,
		acts: readonly string[],
	])[] = [
		['about to be sent', textOf({ kind: 'pending' }), 'sending', /^Sending…$/, []],
		[
			'waiting to be undone',
			{ ...textOf({ kind: 'pending' }), due: now + 1 },
			'waiting',
			/^Waiting$/,
			['Undo', 'Send Now', 'Edit', 'Discard'],
		],
		['being sent', textOf({ kind: 'sending', since: 0 }), 'sending', /^Sending…$/, []],
		[
			'being tried again',
			textOf({ kind: 'sending', since: 0, reason: 'No connection.' }),
			'waiting',
			/^Waiting\. No connection\.$/,
			['Send Now', 'Edit', 'Discard'],
		],
		['waiting', textOf(waiting()), 'waiting', /^Waiting\. No connection\.$/, ['Send Now', 'Edit', 'Discard']],
		[
			'waiting, and may have arrived',
			textOf({ kind: 'waiting', reason: 'No answer.', mayBeDone: true }),
			'waiting',
			/No answer\. It may have been sent\. Tildeforge checks/,
			['Send Now', 'Edit', 'Discard'],
		],
		[
			'waiting for so long that the user has to confirm it',
			textOf(waiting(), { ageMs: 11 * 60_000 }),
			'waiting',
			/more than ten minutes/,
			['Send Now', 'Edit', 'Discard'],
		],
		[
			'refused',
			textOf(refused()),
			'refused',
			/^Not sent\. It is locked\.$/,
			['Keep Only the Comment', 'Send Again', 'Edit', 'Discard'],
		],
		[
			'refused without other changes',
			textOf(refused(), { change: { comment: 'Hm.' } }),
			'refused',
			/^Not sent\./,
			['Send Again', 'Edit', 'Discard'],
		],
		[
			'refused, and may have arrived',
			textOf({ kind: 'refused', reason: 'It broke.', mayBeDone: true }),
			'refused',
			/^It broke\. It may have been sent\. Tildeforge checks/,
			['Send Again', 'Edit', 'Discard'],
		],
		[
			'refused for a missing permission',
			textOf(lacking(), { change: { comment: 'Hm.' } }),
			'refused',
			/missing/,
			['Grant Permissions', 'Send Again', 'Edit', 'Discard'],
		],
		[
			'in conflict',
			textOf({ kind: 'conflict', theirs: 'Resolved as fixed' }),
			'refused',
			/^This ticket changed while you were writing\. It is now: Resolved as fixed\. Nothing was sent\.$/,
			['Keep Only the Comment', 'Use Mine', 'Edit', 'Discard'],
		],
	];
	for (const [what, entry, state, words, acts] of cases) {
		it(`says so if it is ${what}, and offers what the user can do`, () => {
			const { state: itsState, status } = shown(entry);
			assert.deepEqual([itsState, waitingTextState(entry, now)], [state, state]);
			assert.match(status, words);
			assert.deepEqual(labelsOf(entry), acts);
		});
	}

	it('says for how many tickets it is undone', () => {
		const textOn = (ticket: number, group = 'all') => ({
			...textOf({ kind: 'pending' }, { ticket, group }),
			due: now + 1,
		});
		const all = [textOn(1), textOn(2), textOn(3), textOn(4, 'another')];
		assert.equal(shown(textOn(2), all).acts[0]?.label, 'Undo for 3 Tickets');
	});

	it('is shown as it will be, with what is changed along with it', () => {
		const { html, change: changed, title } = shown(textOf(waiting()));
		assert.deepEqual([html, changed, title], ['<p>It is <em>here</em>.</p>\n', 'Confirmed', null]);
	});
});
