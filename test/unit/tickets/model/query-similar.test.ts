import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import { similarTickets } from '../../../../src/tickets/model/query/similar-tickets.ts';
import { anyText, ticket } from '../../../kit/items/query-tickets.ts';

const titled = (titles: readonly string[], fields: Partial<Ticket> = {}): Ticket[] =>
	titles.map((title, at) => ticket({ id: at + 1, title, ...fields }));

const titlesOf = (tickets: readonly Ticket[]): readonly string[] => tickets.map(({ title }) => title);

describe('The tickets that are similar to a new title', () => {
	const tickets = titled([
		'Undo history is lost after an update',
		'Crash when a window is resized',
		'The cursor blinks too fast',
		'Window title shows the wrong file',
		'Paste loses line breaks',
		'Größe des Fensters wird vergessen',
		'検索が遅い',
	]);

	const cases: readonly (readonly [title: string, expected: readonly string[]])[] = [
		['Undo history lost', ['Undo history is lost after an update']],
		['crashes while resizing windows', ['Crash when a window is resized']],
		['UNDO!', ['Undo history is lost after an update']],
		['Grosse falsch', ['Größe des Fensters wird vergessen']],
		['遅い', ['検索が遅い']],
		['the is when a', []],
		['Spell checking', []],
		['', []],
		// A beginning of a word is not the word if it is short.
		['und', []],
		['hist', ['Undo history is lost after an update']],
		// One of several words that titles have is not enough.
		['Resize the cursor and paste undo files', []],
	];
	for (const [title, expected] of cases) {
		it(`are ${expected.length === 0 ? 'none' : expected.join(', ')} for “${title}”`, () => {
			assert.deepEqual(titlesOf(similarTickets(title, tickets, 5)), expected);
		});
	}

	it('share most of what tells it from others, so rare words count more', () => {
		const many = [
			...Array.from({ length: 9 }, (_, at) => `Window ${at} flickers`),
			'Clipboard is emptied',
			'Window opens behind others',
		];
		const found = titlesOf(similarTickets('Window clipboard', titled(many), 3));
		assert.deepEqual(found, ['Clipboard is emptied']);
	});

	it('do not include those that share only a word that a quarter of all titles have', () => {
		const often = Array.from({ length: 30 }, (_, at) =>
			at % 2 === 0 ? `Editor fails ${at}` : `Other ${at}`,
		);
		assert.deepEqual(similarTickets('Editor', titled(often), 5), []);
	});

	it('are the best few, with the open ones first', () => {
		const found = similarTickets(
			'Undo history lost',
			[
				...titled(['Undo history lost'], { status: 'resolved', resolution: 'fixed' }),
				ticket({ id: 2, title: 'Undo history grows' }),
				ticket({ id: 3, title: 'Undo history is lost on save' }),
				ticket({ id: 4, title: 'Undo' }),
			],
			2,
		);
		assert.deepEqual(
			found.map(({ id }) => id),
			[3, 1],
		);
	});

	it('of equal similarity are those that were changed last', () => {
		const found = similarTickets(
			'Undo',
			[ticket({ id: 1, title: 'Undo' }), ticket({ id: 2, title: 'Undo', updated: '2026-02-01T00:00:00Z' })],
			1,
		);
		assert.deepEqual(
			found.map(({ id }) => id),
			[2],
		);
	});

	it('are some of the given ones, at most as many as wanted, for any texts', () => {
		fc.assert(
			fc.property(anyText, fc.array(anyText, { maxLength: 30 }), fc.nat(6), (title, titles, limit) => {
				const given = titled(titles);
				const found = similarTickets(title, given, limit);
				assert.ok(found.length <= limit && new Set(found).size === found.length);
				assert.ok(found.every((one) => given.includes(one)));
			}),
		);
	});
});
