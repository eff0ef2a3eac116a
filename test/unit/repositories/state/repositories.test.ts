import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { keyOf, openRepository } from '../../../../src/repositories/commands/open-repository.ts';
import { RepositoryPool } from '../../../../src/repositories/state/repository-pool.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { stillHeld } from '../../../tools/released.ts';
import { until } from '../../../tools/until.ts';

describe('The repositories of the accounts', () => {
	const { open } = demoRepositories();

	it('are seen by the owner first, whatever the case of the forge’s name', async () => {
		const { repositories } = await open({ names: ['ana', 'bob'] });
		const accounts = (instance: string, owner: string) =>
			repositories.accountsThatMaySee(instance, owner).map(({ session }) => session.account);
		assert.deepEqual(accounts('forge.test', '~bob'), ['~bob', '~ana']);
		assert.deepEqual(accounts('FORGE.test', '~carol'), ['~ana', '~bob']);
		assert.deepEqual(accounts('other.test', '~ana'), []);
	});

	it('share one cache among all their users, which ends with the last of them', async () => {
		const { repositories } = await open();
		const key = { account: 'ana', owner: '~ana', repository: 'editor' };
		const [one, other] = [new Lifetime(), new Lifetime()];
		const { cache } = openRepository(repositories, key, one);
		assert.equal(openRepository(repositories, key, other).cache, cache);
		one.dispose();
		assert.equal(repositories.cache(key, new Lifetime()), cache);
		assert.throws(() => openRepository(repositories, { ...key, account: 'bob' }, one), /signed out/);
	});

	it('stay open while the editor may show their files', async () => {
		const { repositories } = await open({ names: ['ana', 'bob'] });
		const held = new RepositoryPool(repositories);
		const address = { instance: 'forge.test', owner: '~ana', repository: 'editor' };
		const [first, second] = held.at(address);
		assert.deepEqual(held.at(address), [first, second]);
		assert.equal(repositories.cache(first?.key ?? assert.fail(), new Lifetime()), first);
		assert.deepEqual(await keyOf(repositories, address), first?.key);
		held.dispose();
	});

	it('stay open no longer than their accounts are signed in', async () => {
		const { repositories, signOut } = await open();
		const held = new RepositoryPool(repositories);
		// A separate function, so that the test itself holds no references.
		const holdAndSignOut = (): readonly WeakRef<object>[] => {
			const [ana = assert.fail()] = repositories.accounts;
			const [cache = assert.fail()] = held.at({
				instance: 'forge.test',
				owner: '~ana',
				repository: 'editor',
			});
			signOut('ana');
			return [ana, ana.repositories, cache].map((one) => new WeakRef(one));
		};
		const gone = holdAndSignOut();
		await until(async () => (await stillHeld(gone)) === 0, { what: 'they are released' });
		held.dispose();
	});
});
