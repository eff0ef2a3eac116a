import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { createAccountLists } from '../../../../../src/patches/state/lists/account-lists.ts';
import { demoForge } from '../../../../kit/forge/demo-forge.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';

describe('The mailing lists of an account', () => {
	const { inRest } = demoForge();
	const { storage, ending } = stage();

	it('are those of the forge, and only others have details of their own', async () => {
		const { account, connection } = inRest('ana');
		const lists = createAccountLists(account, connection.lists, {
			cache: await storage(),
			permanent: await storage(),
			log: readable().log,
		});
		ending(() => lists.dispose());
		await lists.open();
		await lists.own.refresh();
		assert.deepEqual(
			lists.names.map(({ name }) => name),
			['editor-announce', 'editor-devel'],
		);
		const user = new Lifetime();
		ending(() => user.dispose());
		const own = lists.cache({ owner: '~ana', name: 'editor-devel' }, user);
		assert.deepEqual(own.key, { account: account.session.id, owner: '~ana', list: 'editor-devel' });
		assert.equal(own.details, undefined);
		assert.ok(lists.cache({ owner: '~bob', name: 'x' }, user).details);
	});
});
