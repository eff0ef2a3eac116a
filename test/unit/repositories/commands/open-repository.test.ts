import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { keyOf, openRepository } from '../../../../src/repositories/commands/open-repository.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';

describe('The account for the address of a repository', () => {
	const { open } = demoRepositories();
	const address = { instance: 'forge.test', owner: '~bob', repository: 'dotfiles' };
	const key = { owner: '~bob', repository: 'dotfiles' };

	/** A window with two accounts, of which the forge refuses some. */
	async function openWith(refused: readonly string[], kind: 'missing' | 'forbidden' | 'offline' = 'missing') {
		const window = await open({ names: ['ana', 'carol'] });
		const answer = { next: () => Promise.reject(new ForgeError(kind, 'Not for you.')) };
		for (const name of refused)
			Object.assign(window.repositories.of(name)?.client ?? assert.fail(), {
				references: () => ({ [Symbol.asyncIterator]: () => answer }),
			});
		return window;
	}

	for (const [what, refused, expected] of [
		['the first one that may see it', ['ana'], 'carol'],
		['the first one if all may see it', [], 'ana'],
		['the first one if none may see it', ['ana', 'carol'], 'ana'],
	] as const)
		for (const kind of ['missing', 'forbidden'] as const)
			it(`is ${what} (${kind})`, async () => {
				const { repositories } = await openWith(refused, kind);
				assert.deepEqual(await keyOf(repositories, address), { account: expected, ...key });
			});

	it('is the first one if that cannot be known now', async () => {
		const { repositories } = await openWith(['ana'], 'offline');
		assert.deepEqual(await keyOf(repositories, address), { account: 'ana', ...key });
	});

	it('has read the references for the command that opens the repository next', async () => {
		const { repositories, asked } = await openWith([]);
		const found = (await keyOf(repositories, address)) ?? assert.fail();
		const lifetime = new Lifetime();
		await openRepository(repositories, found, lifetime).cache.load();
		lifetime.dispose();
		assert.equal(asked().filter((one) => one.startsWith('/refs')).length, 1);
	});
});
