import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import { PerAccount } from '../../../../src/platform/state/per-account.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { fixedAccounts } from '../../../kit/forge/fixed-accounts.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { connectionWithoutAreas } from '../../../kit/items/connection-without-areas.ts';
import { session } from '../../../kit/window/sessions.ts';

const accountOf = (id: string): Account => ({
	session: { ...session, id },
	instance: { name: 'forge.test' },
	connection: connectionWithoutAreas(),
});

describe('The state of a feature for each account', () => {
	function open() {
		const ended = new Map<string, Account>();
		const forges = {
			...fixedAccounts([], { of: () => memoryStorage() }),
			accounts: [] as readonly Account[],
			endedAccount: (id: string) => ended.get(id),
		};
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
		return { forges, ended, opened, events };
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
			opened.accounts.map((one) => opened.of(one.session.id) === one),
			[true],
		);
	});

	it('is opened again for an account whose token allows more or less than before, but not for each new token', async () => {
		const { forges, opened, events } = open();
		const ana = accountOf('ana');
		const withSession = (more: Partial<Account['session']>) => ({
			...ana,
			session: { ...ana.session, ...more },
		});
		forges.accounts = [withSession({ scopes: ['lists:read', 'git:read'] })];
		await opened.update();
		forges.accounts = [withSession({ scopes: ['git:read', 'lists:read'], token: 'another' })];
		await opened.update();
		assert.deepEqual(
			events.filter((one) => one !== 'changed'),
			['opened ana'],
		);
		for (const scopes of [['lists:read', 'subs:read'], null]) {
			forges.accounts = [withSession({ scopes })];
			await opened.update();
			assert.deepEqual(opened.of('ana')?.session.scopes, scopes);
		}
	});

	it('stays open for an account whose session has ended, until the account signs out or in again', async () => {
		const { forges, ended, opened, events } = open();
		const [ana, bob] = [accountOf('ana'), accountOf('bob')];
		forges.accounts = [ana, bob];
		await opened.update();
		const known = opened.of('ana');
		for (const one of [ana, bob]) ended.set(one.session.id, one);
		forges.accounts = [];
		await opened.update();
		assert.deepEqual([opened.accounts, opened.of('ana')], [[], undefined]);
		assert.equal(opened.endedAccount('ana'), known);
		events.length = 0;
		ended.clear();
		forges.accounts = [accountOf('bob')];
		await opened.update();
		assert.deepEqual(events, ['closed ana', 'closed bob', 'opened bob', 'changed']);
		assert.deepEqual([opened.endedAccount('ana'), opened.endedAccount('bob')], [undefined, undefined]);
	});

	it('is opened once for a session that had ended before the window was opened', async () => {
		const { ended, opened, events } = open();
		ended.set('ana', accountOf('ana'));
		await opened.update();
		assert.ok(opened.endedAccount('ana'));
		assert.equal(opened.endedAccount('ana'), opened.endedAccount('ana'));
		assert.deepEqual([opened.accounts, events], [[], ['changed', 'opened ana']]);
	});

	it('does not exist for an account that lacks what the feature needs', async () => {
		const { forges, opened, events } = open();
		forges.accounts = [accountOf('without')];
		await opened.update();
		assert.deepEqual([opened.accounts, events], [[], ['closed without', 'changed']]);
	});
});
