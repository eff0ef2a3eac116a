import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { openTicketAccount } from '../../../../src/tickets/state/ticket-account.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';

describe('An account in Tickets', () => {
	const { forge: start, folder, storage, ending } = stage();

	async function open() {
		const forge = await start();
		const { log } = readable();
		const { forges, signIn, answer } = accountsOf(forge, await folder(), log);
		signIn('ana');
		const [account] = forges.accounts;
		const reached: string[] = [];
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const options = {
			...{ cache: await storage(), permanent: await storage(), log },
			didChangeLabels: undefined,
			didReach: (id: string) => reached.push(id),
		};
		return { account: account ?? assert.fail(), lifetime, options, answer, reached };
	}

	it('is reached when the trackers of its forge answer, not another area', async () => {
		const { account, lifetime, options, answer, reached } = await open();
		openTicketAccount(account, lifetime, options);
		answer('lists');
		assert.deepEqual(reached, []);
		answer('trackers');
		assert.deepEqual(reached, [account.session.id]);
	});
});
