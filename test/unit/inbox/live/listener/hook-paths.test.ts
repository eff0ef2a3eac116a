import assert from 'node:assert/strict';
import { HookPaths, hookPath } from '../../../../../src/inbox/live/listener/hook-paths.ts';
import { newHookSecret } from '../deliveries.ts';

describe('The path of a hook', () => {
	it('has 128 bits that differ each time', () => {
		const secrets = Array.from({ length: 100 }, newHookSecret);
		assert.equal(new Set(secrets).size, 100);
		for (const secret of secrets) assert.match(hookPath(secret), /^\/hook\/[0-9a-f]{32}$/);
	});

	for (const secret of [
		'',
		'a',
		'A'.repeat(32),
		'0'.repeat(31),
		`${'0'.repeat(32)}0`,
		`../${'0'.repeat(29)}`,
	]) {
		it(`cannot be made of the secret "${secret}"`, () => {
			assert.throws(() => hookPath(secret), RangeError);
			assert.throws(() => new HookPaths().add({ secret }), RangeError);
		});
	}
});

describe('A hook', () => {
	it('is found by exactly its path until it is removed', () => {
		const paths = new HookPaths();
		const hook = { secret: newHookSecret() };
		const other = { secret: newHookSecret() };
		const added = paths.add(hook);
		paths.add(other);
		const path = hookPath(hook.secret);
		assert.equal(paths.find(path), hook);
		assert.equal(paths.find(hookPath(other.secret)), other);
		for (const wrong of ['', '/', '/hook/', path.slice(0, -1), `${path}/`, `${path}?`, path.toUpperCase()]) {
			assert.equal(paths.find(wrong), undefined, wrong);
		}
		added.dispose();
		assert.equal(paths.find(path), undefined);
		assert.equal(paths.find(hookPath(other.secret)), other);
	});

	it('that was replaced does not remove its replacement', () => {
		const paths = new HookPaths();
		const secret = newHookSecret();
		const replaced = paths.add({ secret });
		const hook = { secret };
		paths.add(hook);
		replaced.dispose();
		assert.equal(paths.find(hookPath(secret)), hook);
	});
});
