import assert from 'node:assert/strict';
import { ViewItems } from '../../../../src/platform/view/view-items.ts';
import { usualOrder } from '../../../../src/tickets/model/query/query.ts';
import { emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import type { TicketAccount } from '../../../../src/tickets/state/ticket-account.ts';
import { TicketSeenState } from '../../../../src/tickets/state/ticket-seen-state.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import type { TrackerCache } from '../../../../src/tickets/state/tracker-cache.ts';
import { TicketLists } from '../../../../src/tickets/view/ticket-lists.ts';
import { TrackerRows } from '../../../../src/tickets/view/tracker-rows.ts';
import { memory } from '../../../tools/memory.ts';
import { until } from '../../../tools/until.ts';
import { accountsOf } from '../state/accounts.ts';
import { key, readable, stage } from '../state/forge.ts';

const ofAna = { ...key, account: 'ana' };

describe('The row of a tracker in the Tickets view', () => {
	const { forge: start, folder, ending } = stage();

	/** The rows of ana's trackers. The tracker `editor` has three tickets. */
	async function open({ filter }: { readonly filter?: string } = {}) {
		const forge = await start();
		forge.fill(3);
		const at = await folder();
		const { log } = readable();
		const { forges, signIn } = accountsOf(forge, at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		signIn('ana');
		const settings = {
			queries: [
				{ name: 'Open', text: 'status:open' },
				{ name: 'All', text: '' },
			],
			...{ grouping: 'none' as const, order: usualOrder, filterOf: () => filter },
		};
		const seen = new TicketSeenState(memory());
		const now = () => 0;
		const trackers = new ViewItems<TicketAccount, TrackerCache>({
			lists: () => [],
			...{ changed: () => {}, didRefresh: () => {}, isVisible: () => true, now },
		});
		ending(() => trackers.dispose());
		const lists = new TicketLists({ tickets, settings, seen, trackers, now });
		const rows = new TrackerRows({ tickets, settings, seen, trackers, lists, now });
		const account = tickets.of('ana') ?? assert.fail();
		const cacheOf = () => [...trackers.all()][0]?.cache ?? assert.fail();
		return { ...forge, tickets, rows, account, cacheOf };
	}

	it('has its queries below, of which the first one of the view is expanded, and the filter that is typed', async () => {
		const below = async (isFirst: boolean, filter?: string) => {
			const { rows, account } = await open(filter === undefined ? {} : { filter });
			const { children } = await rows.row(account, ofAna, isFirst);
			return ((await children?.()) ?? []).map(({ label, isOpen }) => [label, isOpen]);
		};
		const closed = [
			['Open', false],
			['All', false],
		];
		assert.deepEqual(await below(true), [
			['Open', true],
			['All', false],
		]);
		assert.deepEqual(await below(false), closed);
		assert.deepEqual(await below(false, 'crash'), [['Filter: crash', true], ...closed]);
	});

	it('is among those that need their tickets if a draft names one of them', async () => {
		const { rows, tickets } = await open();
		assert.deepEqual([...rows.named()], []);
		await tickets.drafts.save({
			account: { id: 'ana', name: '~ana', instance: 'forge.test' },
			key: { ...ofAna, ticket: 1 },
			body: { ...emptyBody, text: 'Mine.' },
		});
		assert.deepEqual([...rows.named()], ['ana/~ana/editor']);
	});

	it('has the reason below if the forge refuses the tickets', async () => {
		const { rows, account, line, cacheOf } = await open();
		line.gateway = 404;
		const { children } = await rows.row(account, ofAna, false);
		await cacheOf().refresh();
		await until(() => cacheOf().lastError !== undefined);
		const [failure] = (await children?.()) ?? [];
		assert.deepEqual([failure?.id, failure?.label], ['notice/failed/ana/~ana/editor', 'Not found']);
	});
});
