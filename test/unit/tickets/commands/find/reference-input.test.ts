import assert from 'node:assert/strict';
import { refOf } from '../../../../../src/platform/model/keys.ts';
import { findReferencedTickets } from '../../../../../src/tickets/commands/find/reference-input.ts';

const ana = {
	account: 'ana',
	instance: { name: 'forge.test', trackers: 'https://todo.forge.test' },
	trackers: [
		{ owner: '~ana', tracker: 'editor' },
		{ owner: '~bob', tracker: 'shell' },
	],
};
const bob = {
	account: 'bob',
	instance: { name: 'other.test', trackers: 'https://other.test/todo' },
	trackers: [{ owner: '~bob', tracker: 'shell' }],
};

const named = (text: string) =>
	findReferencedTickets(text, [ana, bob]).map(({ key, event, byAddress }) => {
		const at = event === undefined ? '' : ` at event ${event}`;
		return `${key.account} ${refOf(key)}${byAddress ? ' by address' : ''}${at}`;
	});

describe('A text names', () => {
	for (const [what, text, tickets] of [
		[
			'a ticket by the web address of its page',
			'https://todo.forge.test/~eve/x/7',
			['ana ~eve/x#7 by address'],
		],
		[
			'a ticket by an address with a fragment and spaces around it',
			' https://other.test/todo/~eve/x/7#event-3 ',
			['bob ~eve/x#7 by address at event 3'],
		],
		['no ticket of a forge without a signed-in account', 'https://todo.example.org/~eve/x/7', []],
		['no ticket by the address of another kind of page', 'https://todo.forge.test/~eve/x', []],
		['a ticket of every account by its full reference', '~eve/x#7', ['ana ~eve/x#7', 'bob ~eve/x#7']],
		['a ticket of a known tracker by the short reference', 'editor#7', ['ana ~ana/editor#7']],
		['no ticket of an unknown tracker', 'other#7', []],
		[
			'a ticket of each known tracker by a number',
			'#7',
			['ana ~ana/editor#7', 'ana ~bob/shell#7', 'bob ~bob/shell#7'],
		],
		[
			'the same tickets by the digits alone',
			' 7 ',
			['ana ~ana/editor#7', 'ana ~bob/shell#7', 'bob ~bob/shell#7'],
		],
		['no ticket by two references', '~eve/x#7 ~eve/x#8', []],
		['no ticket if there are words around the reference', 'see #7', []],
		['no ticket by the number 0', '#0', []],
		['no ticket by a user', '~eve', []],
		['no ticket if it is empty', '', []],
	] as const) {
		it(`${what}: ${text.trim() || 'an empty text'}`, () => assert.deepEqual(named(text), tickets));
	}
});
