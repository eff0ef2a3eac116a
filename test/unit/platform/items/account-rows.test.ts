import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { areaRows as rowsOfArea } from '../../../../src/platform/items/account-rows.ts';
import type { ItemArea } from '../../../../src/platform/items/item-kind.ts';
import { noticeRow, type Row } from '../../../../src/platform/view/row.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { connectionWithoutAreas } from '../../../kit/items/connection-without-areas.ts';
import { session } from '../../../kit/window/sessions.ts';

type RowsOf = Parameters<typeof rowsOfArea>[3];

const withLists = { name: 'forge.test', lists: 'https://lists.forge.test' };
const account = (
	id: string,
	instance: Account['instance'] = withLists,
	scopes: readonly string[] | null = null,
): Account => ({
	session: { ...session, id, account: `~${id}`, scopes },
	instance,
	connection: connectionWithoutAreas(),
});

const kind: ItemArea = {
	area: 'lists',
	nouns: 'mailing lists',
	scopes: ['lists:read', 'patches:read'],
	read: () => undefined,
};
const areaRows = (accounts: readonly Account[], above: readonly Row[], rows: RowsOf = ofAccount) =>
	rowsOfArea(kind, accounts, above, rows);
const ofAccount: RowsOf = async (one) => [{ id: `${one.session.id}/list`, label: 'list' }];
const problems = [noticeRow('problem/0', 'warning', 'Invalid setting')];
const labels = (rows: readonly Row[] | undefined) => rows?.map(({ label }) => label);

describe('The root rows of a view', () => {
	it('are the items of the only account, above the problems', async () => {
		const rows = await areaRows([account('ana')], problems);
		assert.deepEqual(labels(rows), ['list', 'Invalid setting']);
	});

	it('are the expanded accounts if there are several, each with its items below', async () => {
		const rows = await areaRows([account('ana'), account('bob')], problems);
		assert.deepEqual(labels(rows), ['~ana', '~bob', 'Invalid setting']);
		const { children, ...row } = rows[1] ?? assert.fail();
		assert.deepEqual(row, {
			id: 'bob',
			label: '~bob',
			description: 'forge.test',
			tooltip: '~bob (forge.test)',
			icon: 'account',
			context: 'account',
			isOpen: true,
		});
		assert.deepEqual(await children?.(), [{ id: 'bob/list', label: 'list' }]);
	});

	it('leave out an account whose forge lacks the service, but name the account of the items', async () => {
		const accounts = [account('ana', { name: 'a.test' }), account('bob')];
		assert.deepEqual(labels(await areaRows(accounts, [])), ['~bob']);
	});

	it('name the forges that lack the service, if all of them do', async () => {
		const accounts = [account('ana', { name: 'a.test' }), account('bob', { name: 'b.test' })];
		const rows = await areaRows(accounts, problems);
		assert.deepEqual(labels(rows), ['a.test and b.test have no mailing lists', 'Invalid setting']);
		const only = await areaRows(accounts.slice(1), []);
		assert.deepEqual(labels(only), ['b.test has no mailing lists']);
		assert.deepEqual([rows[0]?.id, rows[0]?.icon], ['notice/absent', 'circle-slash']);
	});
});

describe('The items of an account', () => {
	it('are not requested if its token lacks a permission; only the missing permissions are shown', async () => {
		const never = () => assert.fail('nothing may be requested');
		const rows = await areaRows([account('ana', withLists, ['lists:read'])], [], never);
		assert.deepEqual(labels(rows), ['Missing permission: patches:read']);
	});

	it('are requested if its token has all permissions, or a wider one', async () => {
		for (const scopes of [['lists:read', 'patches:read'], ['lists:write', 'patches:write'], null]) {
			const rows = await areaRows([account('ana', withLists, scopes)], []);
			assert.deepEqual(labels(rows), ['list'], String(scopes));
		}
	});

	it('are replaced by the failure if they cannot be loaded', async () => {
		const failing = () => Promise.reject(new ForgeError('timeout', 'No answer in time.'));
		const [row, ...others] = await areaRows([account('ana')], [], failing);
		assert.deepEqual([row?.id, row?.label, others], ['notice/failed/ana', 'Mailing lists: timed out', []]);
	});
});
