import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { ResourceMemory } from '../../../../src/forge/graphql/resource-memory.ts';

describe('The number of a resource', () => {
	function open({ found = 7 } = {}) {
		const memory = new ResourceMemory();
		const calls: string[] = [];
		const find = async () => {
			calls.push('find');
			return found;
		};
		const change =
			(missing: readonly number[] = []) =>
			async (number: number) => {
				calls.push(`change ${number}`);
				if (missing.includes(number)) throw new ForgeError('missing', 'Not found.');
				return number;
			};
		return { memory, calls, find, change };
	}

	it('is looked up once', async () => {
		const { memory, calls, find, change } = open();
		await memory.use('tracker a', find, change());
		await memory.use('tracker a', find, change());
		assert.deepEqual(calls, ['find', 'change 7', 'change 7']);
	});

	it('is not looked up if a read has shown it', async () => {
		const { memory, calls, find, change } = open();
		memory.learn('tracker a', 5);
		assert.equal(await memory.use('tracker a', find, change()), 5);
		assert.deepEqual(calls, ['change 5']);
	});

	it('is looked up again, and the change tried once more, if the forge does not find it', async () => {
		const { memory, calls, find, change } = open();
		memory.learn('tracker a', 5);
		assert.equal(await memory.use('tracker a', find, change([5])), 7);
		assert.deepEqual(calls, ['change 5', 'find', 'change 7']);
	});

	it('that was looked up is not looked up a second time', async () => {
		const { memory, calls, find, change } = open();
		await assert.rejects(memory.use('tracker a', find, change([7])), /Not found/);
		assert.deepEqual(calls, ['find', 'change 7']);
	});

	it('is not looked up again if the change may have been made', async () => {
		const { memory, calls, find } = open();
		memory.learn('tracker a', 5);
		const fail = async () => {
			calls.push('change');
			throw new ForgeError('missing', 'No such label.', { mayBeDone: true });
		};
		await assert.rejects(memory.use('tracker a', find, fail), /No such label/);
		assert.deepEqual(calls, ['change']);
	});

	it('is a whole number, whatever the server sends', () => {
		const { memory } = open();
		for (const wrong of ['"../../x"', '1.5', 'null'])
			assert.throws(() => memory.learn('tracker a', JSON.parse(wrong)), TypeError);
	});

	it('has the cursors of its lists, until its name belongs to another resource', () => {
		const { memory } = open();
		assert.equal(memory.cursors('tracker a'), undefined);
		memory.learn('tracker a', 5);
		memory.cursors('tracker a')?.set(76, 'c1');
		memory.learn('tracker a', 5);
		assert.equal(memory.cursors('tracker a')?.nearest(75)?.cursor, 'c1');
		memory.learn('tracker a', 6);
		assert.equal(memory.cursors('tracker a')?.nearest(75), undefined);
	});

	it('is kept after any other refusal, and the change is not tried again', async () => {
		const { memory, calls, find } = open();
		memory.learn('tracker a', 5);
		const refuse = async () => {
			calls.push('refuse');
			throw new ForgeError('forbidden', 'No.');
		};
		await assert.rejects(memory.use('tracker a', find, refuse), /No\./);
		assert.deepEqual(calls, ['refuse']);
	});
});
