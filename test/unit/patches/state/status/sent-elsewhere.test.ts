import assert from 'node:assert/strict';
import { followSentElsewhere } from '../../../../../src/patches/state/status/sent-elsewhere.ts';
import { until } from '../../../../tools/until.ts';
import { demoLists } from '../demo-lists.ts';

const key = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 14 };

describe('A status that another window has sent', () => {
	const { open } = demoLists();

	it('is shown without a request', async () => {
		const one = await open();
		const first = await one.cache('ana', 'editor-devel');
		await first.refresh();
		await first.settled();
		const other = await open({ folder: one.folder });
		const shown = await other.cache('ana', 'editor-devel');
		assert.equal(shown.patchset(14)?.status, 'proposed');
		const [statuses] = [await one.statuses(), await other.statuses()];
		other.forget();
		await statuses.setStatus(await statuses.shownOf([key]), 'approved', 0);
		await until(() => shown.patchset(14)?.status === 'approved', { what: 'the other window shows it' });
		assert.deepEqual(other.asked(), []);
	});

	it('is not looked for if this window has sent it, or if the account is gone', () => {
		const entry = (id: string) => ({ id, key: { ...key, account: id } });
		let changed = () => {};
		let settled = (_: unknown) => {};
		const outbox = {
			entries: [entry('here'), entry('elsewhere')],
			onDidChange: (listener: typeof changed) => {
				changed = listener;
				return { dispose: () => {} };
			},
			onDidSettle: (listener: typeof settled) => {
				settled = listener;
				return { dispose: () => {} };
			},
		};
		const asked: string[] = [];
		const lists = {
			of: (account: string) => {
				asked.push(account);
				return undefined;
			},
		};
		followSentElsewhere(outbox as never, lists);
		settled({ entry: entry('here'), result: { kind: 'sent' } });
		outbox.entries = [];
		changed();
		assert.deepEqual(asked, ['elsewhere']);
	});
});
