import assert from 'node:assert/strict';
import { RowsToSee } from '../../../../src/inbox/commands/rows-to-see.ts';
import type { ShownSubject } from '../../../../src/inbox/model/groups.ts';
import { ticketEvent } from '../events.ts';

/** The rows of the view. Those in capitals are unseen. */
function open(view: string) {
	const state = { view };
	const entry = { event: ticketEvent(), addedAt: 0 };
	const rows = new RowsToSee(() =>
		[...state.view].map(
			(letter): ShownSubject => ({
				id: letter.toLowerCase(),
				entries: [entry],
				isUnseen: letter !== letter.toLowerCase(),
			}),
		),
	);
	const path = (from: string, step: 1 | -1 | 'done') => {
		const found: string[] = [];
		let next = rows.next(from, step);
		for (; next !== undefined && next !== from && !found.includes(next); next = rows.next(next, step))
			found.push(next);
		return found.join('');
	};
	/** The user opens a row, which is seen then. */
	const see = (row: string) => {
		rows.didOpen(row);
		state.view = state.view.replace(row.toUpperCase(), row);
	};
	return { rows, state, path, see };
}

describe('Going through the Inbox', () => {
	it('goes from one new row to the next and back, whatever is seen on the way', () => {
		const { rows, path, see } = open('AbCDe');
		rows.begin('a');
		see('a');
		assert.equal(path('a', 1), 'cd');
		see('c');
		assert.deepEqual([path('d', -1), path('a', 1)], ['ca', 'cd']);
	});

	it('leaves out what the user has seen elsewhere, or has muted', () => {
		const { rows, state, path, see } = open('ABCD');
		rows.begin('a');
		see('a');
		state.view = 'abD';
		assert.deepEqual([path('a', 1), path('d', -1), rows.position('d').text], ['d', 'a', '2 of 2 new']);
	});

	it('comes at the end to what has become new meanwhile', () => {
		const { rows, state, path, see } = open('AB');
		rows.begin('a');
		see('a');
		state.view = 'XaB';
		assert.deepEqual([path('a', 1), rows.position('b').text], ['bx', '2 of 3 new']);
	});

	it('comes at the end to what has become new again above', () => {
		const { rows, state, see } = open('ABC');
		rows.begin('a');
		for (const row of 'abc') see(row);
		state.view = 'Abc';
		assert.deepEqual([rows.next('c', 1), rows.position('c').hasNext], ['a', true]);
	});

	it('is done when nothing is new, wherever it has begun', () => {
		const { rows, path, see } = open('ABCD');
		rows.begin('c');
		see('c');
		assert.equal(rows.next('c', 'done'), 'd');
		see('d');
		assert.equal(rows.next('d', 'done'), 'a');
		see('a');
		see('b');
		assert.equal(path('b', 'done'), '');
	});

	it('begins with the first new row if the user has opened none', () => {
		const { rows } = open('aBC');
		assert.deepEqual([rows.next(undefined, 1), rows.next(undefined, 'done')], ['b', 'b']);
	});

	it('says how far the user is, from beginning to end', () => {
		const { rows, see } = open('AbCD');
		const positions = () => [...'acd'].map((row) => rows.position(row));
		rows.begin('a');
		const expected = (hasNext: boolean) => [
			{ text: '1 of 3 new', hasPrevious: false, hasNext: true, isMixed: true },
			{ text: '2 of 3 new', hasPrevious: true, hasNext: true, isMixed: true },
			{ text: '3 of 3 new', hasPrevious: true, hasNext, isMixed: true },
		];
		assert.deepEqual(positions(), expected(true));
		for (const row of 'acd') see(row);
		assert.deepEqual(positions(), expected(false));
	});

	it('counts a row that was not new only as the beginning', () => {
		const { rows, path } = open('AbC');
		rows.begin('b');
		assert.deepEqual([rows.position('b').text, path('b', 1), path('c', -1)], ['2 new', 'ca', 'a']);
		rows.didOpen('b');
		assert.deepEqual([path('c', -1), rows.position('c').text], ['ba', '2 of 2 new']);
	});
});
