import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { SharedResources } from '../../../../../src/platform/state/cache/shared-resources.ts';

describe('A shared resource', () => {
	function open() {
		const shared = new SharedResources<{ readonly number: number; dispose(): void }>();
		const disposed: number[] = [];
		let created = 0;
		const create = () => {
			created += 1;
			const number = created;
			return { number, dispose: () => void disposed.push(number) };
		};
		const hold = (name: string) => {
			const lifetime = new Lifetime();
			return { lifetime, number: shared.hold(name, lifetime, create).number };
		};
		return { shared, hold, disposed };
	}

	it('is the same for all who hold its name, and disposed after the last of them', () => {
		const { hold, disposed } = open();
		const [one, other, third] = [hold('bread'), hold('bread'), hold('cake')];
		assert.deepEqual([one.number, other.number, third.number], [1, 1, 2]);
		one.lifetime.dispose();
		assert.deepEqual(disposed, []);
		other.lifetime.dispose();
		assert.deepEqual(disposed, [1]);
	});

	it('is created again for a lifetime who comes after the last one', () => {
		const { hold, disposed } = open();
		hold('bread').lifetime.dispose();
		const later = hold('bread');
		assert.deepEqual([later.number, hold('bread').number, disposed], [2, 2, [1]]);
	});

	it('is disposed at once for a lifetime that has already ended', () => {
		const { shared, disposed } = open();
		const ended = new Lifetime();
		ended.dispose();
		shared.hold('bread', ended, () => ({ number: 7, dispose: () => void disposed.push(7) }));
		assert.deepEqual(disposed, [7]);
	});

	it('is disposed once when all of them end, whatever its holders do later', () => {
		const { shared, hold, disposed } = open();
		const { lifetime } = hold('bread');
		hold('cake');
		shared.dispose();
		assert.deepEqual(disposed, [2, 1]);
		lifetime.dispose();
		assert.deepEqual(disposed, [2, 1]);
	});

	it('is removed from the lifetimes of its holders when it is disposed', () => {
		const { shared, hold, disposed } = open();
		const { lifetime } = hold('bread');
		hold('bread');
		assert.equal(lifetime.size, 1);
		shared.dispose();
		assert.deepEqual([lifetime.size, disposed], [0, [1]]);
	});

	it('that cannot be created leaves nothing for the next lifetime', () => {
		const { shared, hold } = open();
		const fail = () => {
			throw new Error('The oven is cold.');
		};
		assert.throws(() => shared.hold('bread', new Lifetime(), fail), /oven/);
		assert.equal(hold('bread').number, 1);
	});
});
