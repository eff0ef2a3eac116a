import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';

describe('A storage in memory', () => {
	it('keeps, appends, moves, lists and removes texts', async () => {
		const storage = memoryStorage();
		assert.equal(await storage.read(['a', 'one']), undefined);
		await storage.replace(['a', 'one'], 'Grüße');
		assert.equal(await storage.append(['a', 'one'], '!'), 8);
		assert.equal(await storage.read(['a', 'one']), 'Grüße!');
		await storage.replace(['a', 'b', 'two'], new Uint8Array([1, 2]));
		assert.deepEqual(
			(await storage.list(['a'])).map(({ name, size }) => [name, size]),
			[['one', 8]],
		);
		assert.equal(await storage.move(['a', 'one'], ['a', 'three']), true);
		assert.equal(await storage.move(['a', 'one'], ['a', 'four']), false);
		assert.deepEqual(
			[await storage.read(['a', 'one']), await storage.read(['a', 'three'])],
			[undefined, 'Grüße!'],
		);
		await storage.remove(['a', 'three']);
		assert.deepEqual(await storage.list(['a']), []);
		assert.deepEqual([...((await storage.readBytes(['a', 'b', 'two'])) ?? [])], [1, 2]);
	});

	it('reports changes in a folder until the listener is disposed', async () => {
		const storage = memoryStorage();
		let changes = 0;
		const listener = storage.watch(['a'], () => (changes += 1));
		await storage.append(['a', 'one'], 'x');
		await storage.append(['b', 'one'], 'x');
		assert.equal(changes, 1);
		listener.dispose();
		await storage.touch(['a', 'one']);
		assert.equal(changes, 1);
	});

	it('does one work at a time under a lock, also after a failed one', async () => {
		const storage = memoryStorage();
		const order: string[] = [];
		const first = storage.lock(['x'], async () => {
			order.push('begins');
			await Promise.resolve();
			order.push('fails');
			throw new Error('No.');
		});
		const second = storage.lock(['x'], async () => order.push('next'));
		await assert.rejects(first, /No\./);
		await second;
		assert.deepEqual(order, ['begins', 'fails', 'next']);
	});
});
