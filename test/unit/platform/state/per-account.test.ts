import assert from 'node:assert/strict';
import { PerAccount } from '../../../../src/platform/state/per-account.ts';
import type { Account, Connection } from '../../../../src/signin/connection.ts';
import { readable } from '../../tickets/state/forge.ts';
import { session } from '../view/sessions.ts';

const connection = (): Connection => ({
	...{ lists: undefined, repositories: undefined, trackers: undefined },
	webhooks: () => undefined,
	onDidAnswer: () => ({ dispose: () => {} }),
});
const accountOf = (id: string): Account => ({
	session: { ...session, id },
	instance: { name: 'forge.test' },
	connection: connection(),
});

describe('The state of a feature for each account', () => {
	function open() {
		const forges: { accounts: readonly Account[] } = { accounts: [] };
		const events: string[] = [];
		const opened = new PerAccount<Account>({
			forges,
			create: (account, lifetime) => {
				const { id } = account.session;
				lifetime.add({ dispose: () => events.push(`closed ${id}`) });
				return id === 'without' ? undefined : { ...account };
			},
			open: async ({ session: { id } }) => void events.push(`opened ${id}`),
			log: readable().log,
		});
		opened.onDidChange(() => events.push('changed'));
		return { forges, opened, events };
	}

	it('is opened for a new account, and closed when it is gone or has a new connection', async () => {
		const { forges, opened, events } = open();
		const ana = accountOf('ana');
		forges.accounts = [ana, accountOf('bob')];
		await opened.update();
		forges.accounts = [{ ...ana }];
		await opened.update();
		forges.accounts = [accountOf('ana')];
		await opened.update();
		assert.deepEqual(
			events.filter((one) => one !== 'changed'),
			['opened ana', 'opened bob', 'closed bob', 'closed ana', 'opened ana'],
		);
		assert.equal(events.filter((one) => one === 'changed').length, 3);
		assert.deepEqual(
			opened.all.map((one) => opened.of(one.session.id) === one),
			[true],
		);
	});

	it('does not exist for an account that lacks what the feature needs', async () => {
		const { forges, opened, events } = open();
		forges.accounts = [accountOf('without')];
		await opened.update();
		assert.deepEqual([opened.all, events], [[], ['closed without', 'changed']]);
	});
});
