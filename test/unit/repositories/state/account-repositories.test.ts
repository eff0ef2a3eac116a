import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { createAccountRepositories } from '../../../../src/repositories/state/account-repositories.ts';
import { demoForge } from '../../demo-forge.ts';
import { readable, stage } from '../../tickets/state/forge.ts';

describe('The repositories of an account', () => {
	const forge = demoForge();
	const { storage, ending } = stage();

	it('are those of the forge, and one that is renamed keeps its place', async () => {
		const { session, connection } = forge.account('ana');
		const repositories = createAccountRepositories(session, connection.repositories ?? assert.fail(), {
			cache: await storage(),
			permanent: await storage(),
			maxBytes: () => 1_000_000,
			log: readable().log,
		});
		ending(() => repositories.dispose());
		await repositories.open();
		await repositories.own.refresh();
		const names = () => repositories.own.value?.map(({ name }) => name) ?? [];
		const before = names();
		const notes = repositories.details({ owner: '~ana', name: 'notes' }) ?? assert.fail();
		repositories.put({ ...notes, name: 'diary' }, 'notes');
		assert.deepEqual(
			names(),
			before.map((name) => (name === 'notes' ? 'diary' : name)),
		);
		const user = new Lifetime();
		ending(() => user.dispose());
		const cache = repositories.cache({ owner: '~ana', name: 'editor' }, user);
		assert.deepEqual(cache.key, { account: session.id, owner: '~ana', repository: 'editor' });
	});
});
