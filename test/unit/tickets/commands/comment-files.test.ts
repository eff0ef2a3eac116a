import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../src/platform/state/memory-storage.ts';
import { CommentFiles, commentAddress, commentIdOf } from '../../../../src/tickets/commands/comment-files.ts';
import { BulkComments } from '../../../../src/tickets/state/bulk-comments.ts';

const tickets = (count: number) =>
	Array.from({ length: count }, (_, at) => ({
		...{ account: 'ana', owner: '~ana', tracker: 'editor' },
		ticket: at + 1,
	}));

describe('The file of a comment for several tickets', () => {
	it('names the tickets in its path', () => {
		const address = commentAddress('abc', tickets(2));
		assert.deepEqual(address, { path: '/~ana/editor#1, #2/Comment on 2 tickets.md', query: 'abc' });
		assert.equal(commentIdOf(address), 'abc');
		assert.match(commentAddress('abc', tickets(12)).path, /#9, #10, 2 more\/Comment on 12 tickets\.md$/);
		const [one, two] = tickets(2);
		assert.ok(one && two);
		const elsewhere = commentAddress('abc', [one, { ...two, tracker: 'web' }]);
		assert.equal(elsewhere.path, '/~ana/editor#1, ~ana/web#2/Comment on 2 tickets.md');
	});

	it('has the saved text with the line breaks of the forge, until the comment is sent', async () => {
		const comments = new BulkComments(memoryStorage());
		const files = new CommentFiles(comments);
		const id = await comments.begin(tickets(2));
		const address = commentAddress(id, tickets(2));
		assert.equal(await files.read(address), '');
		await files.write(address, 'One\r\ntwo');
		assert.equal(await files.read(address), 'One\ntwo');
		await comments.remove(id);
		await assert.rejects(files.read(address), /already sent/);
		await assert.rejects(files.write(address, 'More'), /already sent.*Copy your text/);
	});
});
