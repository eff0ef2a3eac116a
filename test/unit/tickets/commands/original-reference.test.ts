import assert from 'node:assert/strict';
import { originalReference } from '../../../../src/tickets/commands/original-reference.ts';

const key = { account: 'here', owner: '~ana', tracker: 'editor', ticket: 2 };
const there = { name: 'there.test', trackers: 'https://todo.there.test' };

describe('The reference of a duplicate to its original', () => {
	for (const [where, original, reference] of [
		['in the same tracker', { ...key, ticket: 1 }, '#1'],
		['in another tracker', { ...key, tracker: 'docs' }, '~ana/docs#2'],
		['of another user', { ...key, owner: '~bob' }, '~bob/editor#2'],
		['on another forge', { ...key, account: 'there' }, 'https://todo.there.test/~ana/editor/2'],
	] as const) {
		it(`to one ${where} is one that the forge links to`, () => {
			assert.equal(originalReference(key, original, there), reference);
		});
	}
});
