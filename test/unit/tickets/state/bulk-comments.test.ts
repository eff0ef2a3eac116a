import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../src/platform/state/memory-storage.ts';
import { BulkComments } from '../../../../src/tickets/state/bulk-comments.ts';

const ticket = (number: number) => ({ account: 'ana', owner: '~ana', tracker: 'editor', ticket: number });

describe('A comment for several tickets', () => {
	it('keeps its text on disk, and the same tickets have the same comment in any order', async () => {
		const storage = memoryStorage();
		const comments = new BulkComments(storage);
		const id = await comments.begin([ticket(1), ticket(2)]);
		assert.deepEqual(await comments.read(id), { tickets: [ticket(1), ticket(2)], text: '' });
		assert.equal(await comments.save(id, 'One\n\ntwo'), true);
		const later = new BulkComments(storage);
		assert.equal(await later.begin([ticket(2), ticket(1)]), id);
		assert.deepEqual(await later.read(id), { tickets: [ticket(1), ticket(2)], text: 'One\n\ntwo' });
	});

	it('is another one for other tickets', async () => {
		const comments = new BulkComments(memoryStorage());
		const ids = [
			await comments.begin([ticket(1), ticket(2)]),
			await comments.begin([ticket(1), ticket(3)]),
			await comments.begin([ticket(1), { ...ticket(2), account: 'bob' }]),
		];
		assert.equal(new Set(ids).size, 3);
	});

	it('cannot be saved again after it was sent, and begins empty the next time', async () => {
		const comments = new BulkComments(memoryStorage());
		const id = await comments.begin([ticket(1), ticket(2)]);
		await comments.save(id, 'Sent');
		await comments.remove(id);
		assert.equal(await comments.read(id), undefined);
		assert.equal(await comments.save(id, 'More'), false);
		assert.equal(await comments.begin([ticket(1), ticket(2)]), id);
		assert.equal((await comments.read(id))?.text, '');
	});

	it('is missing if its file is damaged', async () => {
		const storage = memoryStorage();
		const comments = new BulkComments(storage);
		for (const damaged of ['', '{', '{}', '{"tickets":[],"text":3}', '[]']) {
			await storage.replace(['comments', 'a.json'], damaged);
			assert.equal(await comments.read('a'), undefined, damaged);
		}
		await storage.replace(
			['comments', 'a.json'],
			JSON.stringify({ tickets: ['x', '["a","b","c",null]'], text: 'A' }),
		);
		assert.deepEqual(await comments.read('a'), { tickets: [], text: 'A' });
	});
});
