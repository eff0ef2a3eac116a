import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { background } from '../../../../src/base/background.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { ViewDrafts } from '../../../../src/tickets/view/view-drafts.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { key, readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { writeText } from '../../../kit/items/written-texts.ts';
import { settle, stopTheClock } from '../../../kit/window/clock.ts';

const one = { ...key, account: 'ana', ticket: 1 };

describe('The drafts in the Tickets view', () => {
	stopTheClock();
	const { forge: start, folder, ending } = stage();

	async function open() {
		const at = await folder();
		const { log } = readable();
		const { forges } = accountsOf(await start(), at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		const changes: string[] = [];
		const shown = new ViewDrafts(tickets, (change: Row | 'some') =>
			changes.push(change === 'some' ? change : change.id),
		);
		ending(() => shown.dispose());
		const save = async (text: string, ticket = 1) => {
			const saving = writeText(tickets, { ...one, ticket }, { text });
			// The folder is removed when the test ends.
			ending(() => saving);
			await settle();
			return saving;
		};
		const rows = (isSignedIn = true) => shown.rows(isSignedIn, false, false);
		return { tickets, shown, changes, save, rows };
	}

	it('change other rows when a draft begins or ends, and only their own row while one is written', async () => {
		const { rows, save, changes, tickets } = await open();
		await save('M');
		assert.deepEqual(changes, ['some']);
		rows();
		changes.length = 0;
		background(save('Mi'));
		await settle();
		mock.timers.tick(1000);
		await settle();
		assert.deepEqual(changes, []);
		mock.timers.tick(2999);
		assert.deepEqual(changes, []);
		mock.timers.tick(1);
		assert.deepEqual(changes, ['drafts']);
		changes.length = 0;
		background(save(''));
		tickets.texts.writeNow();
		await settle();
		assert.deepEqual(changes, ['some']);
	});

	it('offer to sign in also if only changes wait in the view, and say what it sends', async () => {
		const { shown, save } = await open();
		const rows = (isSignedIn: boolean, hasChanges: boolean) =>
			shown.rows(isSignedIn, hasChanges, false).map(({ id }) => id);
		assert.deepEqual(
			[rows(false, true), rows(true, true), rows(false, false)],
			[['notice/sign-in', 'notice/sample'], [], []],
		);
		const sends = () => shown.rows(false, true, false).find(({ id }) => id === 'notice/sign-in')?.description;
		assert.equal(sends(), 'to send changes');
		await save('Mine.');
		assert.equal(sends(), 'to send drafts and changes');
	});

	it('redraw nothing after the view has ended', async () => {
		const { shown, save, changes } = await open();
		shown.dispose();
		await save('M');
		mock.timers.tick(10_000);
		assert.deepEqual(changes, []);
	});
});
