import assert from 'node:assert/strict';
import type { AccountSeries } from '../../../../src/patches/state/series/account-series.ts';
import { maxShown } from '../../../../src/patches/view/group-row.ts';
import {
	type SentRowsInput,
	sentDiscussionsRow,
	seriesGroup,
} from '../../../../src/patches/view/sent-rows.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { listedMail, threadsIn } from '../state/lists/listed-mails.ts';

const list = { account: 'bob', owner: '~ana', list: 'devel' };
const inputOf = (unseen: number): SentRowsInput => ({
	names: ['status', 'list'],
	cacheOf: () => ({
		key: list,
		threads: threadsOf(0, ''),
		details: undefined,
		readPatches: async () => {},
	}),
	countUnseen: () => unseen,
	describeUsersOf: () => async () => '',
});
const created = '2026-02-01T00:00:00Z';
const threadsOf = (count: number, prefix: string) =>
	threadsIn(
		Array.from({ length: count }, (_, at) =>
			listedMail(at + 1, { created, subject: `${prefix}Number ${at + 1}` }),
		),
	);
const seriesOf = (count: number): readonly AccountSeries[] =>
	threadsOf(count, '[PATCH] ').series.map((series) => ({ list, series }));
const group = { name: 'closed', label: 'Closed', icon: 'pass' };

describe('The rows below Sent by Me', () => {
	stopTheDate(Date.parse('2026-02-02T00:00:00Z'));

	it('have a folded row for several series, with their number and the new mails', async () => {
		assert.deepEqual(seriesGroup(group, 'mine', [], inputOf(0)), []);
		const [row = assert.fail()] = seriesGroup(group, 'mine', seriesOf(2), inputOf(3));
		assert.deepEqual(
			[row.id, row.description, row.spokenLabel],
			['mine/closed', '2 · 6 new', 'Closed, 2, 6 new'],
		);
		const [first] = (await row.children?.()) ?? [];
		assert.match(first?.description ?? '', /^No status · 1d · 3 new · 1 patch · ~ana\/devel$/);
	});

	it('say how many series and discussions are left out', async () => {
		const [series = assert.fail()] = seriesGroup(group, 'mine', seriesOf(maxShown + 2), inputOf(0));
		const discussions = threadsOf(maxShown + 2, '').discussions.map((discussion) => ({ list, discussion }));
		for (const row of [series, sentDiscussionsRow('mine/discussions', discussions, inputOf(0))]) {
			const rows = (await row.children?.()) ?? [];
			assert.deepEqual([rows.length, rows.at(-1)?.label], [maxShown + 1, '2 more']);
		}
	});

	it('say how many series are in lists that are not open', async () => {
		const other = { account: 'bob', owner: '~kim', list: 'other' };
		const elsewhere = seriesOf(3).map((one) => ({ ...one, list: other }));
		const input = inputOf(0);
		const [row] = seriesGroup(group, 'mine', [...elsewhere, ...seriesOf(1)], {
			...input,
			cacheOf: (one) => (one === other ? undefined : input.cacheOf(one)),
		});
		const rows = (await row?.children?.()) ?? [];
		assert.equal(row?.description, '4');
		assert.deepEqual([rows.length, rows.at(-1)?.label], [2, '3 more in other lists']);
	});
});
