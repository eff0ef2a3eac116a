import assert from 'node:assert/strict';
import { refOf } from '../../../../src/platform/model/keys.ts';
import { namedTickets } from '../../../../src/tickets/commands/named.ts';

const ana = {
	account: 'ana',
	instance: { trackers: 'https://todo.forge.test' },
	trackers: [
		{ owner: '~ana', tracker: 'editor' },
		{ owner: '~bob', tracker: 'shell' },
	],
};
const bob = {
	account: 'bob',
	instance: { trackers: 'https://other.test/todo' },
	trackers: [{ owner: '~bob', tracker: 'shell' }],
};

const named = (text: string) =>
	namedTickets(text, [ana, bob]).map(({ key, byAddress }) => {
		return `${key.account} ${refOf(key)}${byAddress ? ' by address' : ''}`;
	});

describe('A text names', () => {
	for (const [what, text, tickets] of [
		[
			'a ticket of its forge by the address of a page',
			'https://todo.forge.test/~eve/x/7',
			['ana ~eve/x#7 by address'],
		],
		[
			'the ticket also in the midst of its page',
			' https://other.test/todo/~eve/x/7#event-3 ',
			['bob ~eve/x#7 by address'],
		],
		['no ticket of a forge where nobody is signed in', 'https://todo.example.org/~eve/x/7', []],
		['no ticket by the address of something else', 'https://todo.forge.test/~eve/x', []],
		['a ticket of whoever can see it by its reference', '~eve/x#7', ['ana ~eve/x#7', 'bob ~eve/x#7']],
		['a ticket of a known tracker by the short reference', 'editor#7', ['ana ~ana/editor#7']],
		['nothing in trackers that nobody knows', 'other#7', []],
		[
			'a ticket of each known tracker by a number',
			'#7',
			['ana ~ana/editor#7', 'ana ~bob/shell#7', 'bob ~bob/shell#7'],
		],
		['the same by the digits alone', ' 7 ', ['ana ~ana/editor#7', 'ana ~bob/shell#7', 'bob ~bob/shell#7']],
		['no ticket by two of them', '~eve/x#7 ~eve/x#8', []],
		['no ticket by words around it', 'see #7', []],
		['no ticket by no number', '#0', []],
		['nobody', '~eve', []],
		['nothing', '', []],
	] as const) {
		it(`${what}: ${text.trim() || 'an empty one'}`, () => assert.deepEqual(named(text), tickets));
	}
});
