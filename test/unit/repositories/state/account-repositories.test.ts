import assert from 'node:assert/strict';
import { AccountRepositories } from '../../../../src/repositories/state/account-repositories.ts';
import { demoRepositories } from './demo-repositories.ts';

describe('The repositories of an account', () => {
	const { open } = demoRepositories();

	it('are updated by the answers to changes of them', async () => {
		const { repositories } = await open();
		const [{ repositories: own } = assert.fail()] = repositories.accounts;
		assert.ok(own instanceof AccountRepositories);
		await own.own.refresh();
		const notes = own.details({ owner: '~ana', name: 'notes' }) ?? assert.fail();
		own.put({ ...notes, name: 'diary' }, 'notes');
		own.put({ ...notes, id: 99, name: 'birds' });
		own.remove('editor');
		assert.deepEqual(
			own.names.map(({ name }) => name),
			['birds', 'diary'],
		);
		assert.equal(own.details({ owner: '~bob', name: 'diary' }), undefined);
	});
});
