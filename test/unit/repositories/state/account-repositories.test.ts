import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { createAccountRepositories } from '../../../../src/repositories/state/account-repositories.ts';
import { demoForge } from '../../../kit/forge/demo-forge.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { skippableTime } from '../../../kit/window/clock.ts';
import { until } from '../../../tools/until.ts';

describe('The repositories of an account', () => {
	const { inRest } = demoForge();
	const { storage, ending } = stage();
	const time = skippableTime();

	it('are those of the forge, and one that is renamed keeps its place', async () => {
		const { account, connection } = inRest('ana');
		const repositories = createAccountRepositories(account.session, connection.repositories, {
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
		assert.deepEqual(cache.key, { account: account.session.id, owner: '~ana', repository: 'editor' });
	});

	it('have their objects marked as used, at most once an hour', async () => {
		const { account, connection } = inRest('ana');
		const stored = await storage();
		let marks = 0;
		const repositories = createAccountRepositories(account.session, connection.repositories, {
			cache: {
				...stored,
				touch: async (name) => {
					if (name.at(-1)?.endsWith('-blob')) marks += 1;
					await stored.touch(name);
				},
			},
			permanent: await storage(),
			maxBytes: () => 1_000_000,
			log: readable().log,
		});
		ending(() => repositories.dispose());
		const user = new Lifetime();
		ending(() => user.dispose());
		const { objects, history } = repositories.cache({ owner: '~ana', name: 'editor' }, user);
		await history.refresh();
		const { tree = '' } = history.newest ?? {};
		const file = (await objects.tree(tree))?.entries.find(({ kind }) => kind === 'file') ?? assert.fail();
		const read = async () => {
			await objects.blob(file.id, { most: 1_000_000 });
			return marks;
		};
		await until(async () => (await read()) === 1, { what: 'the file is read from the disk' });
		assert.equal(await read(), 1);
		time.skip(3_600_000);
		assert.equal(await read(), 2);
	});
});
