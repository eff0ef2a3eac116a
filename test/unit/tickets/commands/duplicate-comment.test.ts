import assert from 'node:assert/strict';
import { duplicateComment } from '../../../../src/tickets/commands/duplicate-comment.ts';

const key = { account: 'here', owner: '~ana', tracker: 'editor', ticket: 2 };
const tickets = {
	of: (account: string) =>
		account === 'there' ? ({ instance: { trackers: 'https://todo.there.test' } } as never) : undefined,
};

describe('The comment that names the original of a duplicate', () => {
	for (const [where, original, comment] of [
		['in the same tracker', { ...key, ticket: 1 }, 'Duplicate of #1'],
		['in another tracker', { ...key, tracker: 'docs' }, 'Duplicate of ~ana/docs#2'],
		['of another user', { ...key, owner: '~bob' }, 'Duplicate of ~bob/editor#2'],
		['on another forge', { ...key, account: 'there' }, 'Duplicate of https://todo.there.test/~ana/editor/2'],
	] as const) {
		it(`refers to one ${where} so that the forge links to it`, () => {
			assert.equal(duplicateComment(tickets, key, original), comment);
		});
	}
});
