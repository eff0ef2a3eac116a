import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import { usualOrder } from '../../../../src/tickets/model/query/query.ts';
import {
	isListed,
	listTickets,
	type QueryRowInput,
	queryId,
	queryRow,
} from '../../../../src/tickets/view/query-rows.ts';
import { ticket } from '../../../kit/pages/ticket-view.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';

const key = { account: 'one', owner: '~ana', tracker: 'editor' };
const at = (minute: number) => `2026-11-20T08:${String(minute).padStart(2, '0')}:00Z`;
const made = (id: number, minute: number, other: Partial<Ticket> = {}): Ticket => ({
	...ticket,
	id,
	title: `Ticket ${id}`,
	status: 'reported',
	labels: [],
	updated: at(minute),
	...other,
});
const all = [
	made(1, 10, { status: 'confirmed', labels: ['v10', 'bug'] }),
	made(2, 20, { labels: ['v9'] }),
	made(3, 30, { status: 'resolved', resolution: 'fixed' }),
	made(4, 40),
];

function shown(other: Partial<QueryRowInput> = {}, tickets: readonly Ticket[] = all): QueryRowInput {
	return {
		key,
		trackerCache: {
			tickets: new Map(tickets.map((one) => [one.id, one])),
			isComplete: true,
			lastError: undefined,
			labels: { value: [] },
			key,
			storedCounts: undefined,
			open: async () => {},
		},
		me: '~ana',
		query: { name: 'Open', text: 'status:open' },
		grouping: 'none',
		order: usualOrder,
		versionForOrder: (one) => one,
		maxTickets: 500,
		isInFull: () => false,
		hasDraft: () => false,
		isUnseen: () => false,
		remainingChangeOf: () => undefined,
		resolveOnly: false,
		hasExtras: true,
		isPermitted: () => true,
		isSubscribed: () => undefined,
		describePeople: async () => '',
		...other,
	};
}

const below = async (row: Row): Promise<readonly Row[]> => (await row.children?.()) ?? [];
const labels = (rows: readonly Row[]) => rows.map(({ label }) => label);

describe('The rows of a query', () => {
	stopTheDate(Date.parse(at(50)));

	it('are the tickets that it finds, the latest first unless the user or the query chooses another order', async () => {
		assert.deepEqual(labels(await below(queryRow(shown()))), ['#4 Ticket 4', '#2 Ticket 2', '#1 Ticket 1']);
		const byTitle = shown({ order: { by: 'title', isReversed: false } });
		assert.deepEqual(labels(await below(queryRow(byTitle))), ['#1 Ticket 1', '#2 Ticket 2', '#4 Ticket 4']);
		const own = shown({
			order: { by: 'title', isReversed: false },
			query: { name: 'Open', text: 'status:open rsort:id' },
		});
		assert.deepEqual(labels(await below(queryRow(own))), ['#1 Ticket 1', '#2 Ticket 2', '#4 Ticket 4']);
	});

	it('are those that a page counts as listed, without sorting them all', () => {
		const many = Array.from({ length: 1000 }, (_, nth) =>
			made(nth + 1, nth % 60, nth % 7 === 0 ? { status: 'resolved' } : {}),
		);
		let compared = 0;
		const input = shown(
			{
				maxTickets: 20,
				versionForOrder: (one) => {
					compared += 1;
					return one;
				},
			},
			many,
		);
		const listed = new Set(listTickets(queryId(key, 'Open'), input).map(({ id }) => id));
		assert.deepEqual(
			many.filter(({ id }) => isListed(id, input)).map(({ id }) => id),
			many.filter(({ id }) => listed.has(id)).map(({ id }) => id),
		);
		assert.equal(isListed(9999, input), false);
		compared = 0;
		assert.equal(isListed(2, input), false);
		assert.ok(compared < 1000, `${compared} tickets were put in order`);
	});

	it('are pinned only within their own list: a ticket that a change brings in gets its sorted position', async () => {
		const [first] = all;
		const moved = [...all.slice(1), made(1, 45, { status: 'resolved', resolution: 'fixed' })];
		const closed = shown(
			{
				query: { name: 'Closed', text: 'status:closed' },
				versionForOrder: (one) => (one.id === 1 && first ? first : one),
			},
			moved,
		);
		assert.deepEqual(labels(await below(queryRow(closed))), ['#1 Ticket 1', '#3 Ticket 3']);
		const confirmed = [...all.slice(0, 3), made(4, 45, { status: 'confirmed' })];
		const fourth = all[3];
		const grouped = shown(
			{ grouping: 'status', versionForOrder: (one) => (one.id === 4 && fourth ? fourth : one) },
			confirmed,
		);
		const [reported] = await below(queryRow(grouped));
		assert.deepEqual(reported && labels(await below(reported)), ['#4 Ticket 4', '#2 Ticket 2']);
	});

	it('are below their groups, each in the order of the query', async () => {
		const rows = await below(
			queryRow(shown({ grouping: 'status', query: { name: 'All', text: 'status:any' } })),
		);
		const groups = await Promise.all(rows.map(async (row) => [row.label, ...labels(await below(row))]));
		assert.deepEqual(groups, [
			['Reported', '#4 Ticket 4', '#2 Ticket 2'],
			['Confirmed', '#1 Ticket 1'],
			['Resolved', '#3 Ticket 3'],
		]);
	});

	it('can be gone through on the page, within the query or within the group', async () => {
		const grouped = shown({ grouping: 'status' });
		const id = queryId(key, grouped.query.name);
		const ids = (listId: string) => listTickets(listId, grouped).map((one) => one.id);
		assert.deepEqual(ids(id), [4, 2, 1]);
		for (const row of await below(queryRow(grouped))) {
			const tickets = (await below(row)).map(({ about }) =>
				Number(Reflect.get(Object(about?.key), 'ticket')),
			);
			assert.deepEqual(ids(row.id), tickets);
		}
		assert.deepEqual(ids(`${id}/group/Gone`), []);
		assert.deepEqual(listTickets(`${id}/group/bug`, shown()), []);
	});

	it('are in different groups if one has no label and the other has the label No label', async () => {
		const grouped = shown({ grouping: 'label' }, [made(1, 10, { labels: ['No label'] }), made(2, 20)]);
		const groups = await below(queryRow(grouped));
		assert.equal(new Set(groups.map(({ id }) => id)).size, 2);
		assert.deepEqual(
			groups.map(({ id }) => listTickets(id, grouped).map((one) => one.id)),
			[[1], [2]],
		);
	});

	it('explain why there are no tickets', async () => {
		const none = (other: Partial<QueryRowInput['trackerCache']>, isTyped = false) =>
			below(queryRow(shown({ isTyped, trackerCache: { ...shown({}, []).trackerCache, ...other } })));
		const said = async (rows: Promise<readonly Row[]>) =>
			(await rows).map(({ icon, label }) => [icon, label]);
		const lastError = new ForgeError('offline', 'No connection.');
		assert.deepEqual(await said(none({})), [['check', 'No matching tickets']]);
		assert.deepEqual(await said(none({}, true)), [['info', 'No matching tickets']]);
		assert.deepEqual(await said(none({ isComplete: false })), [['loading~spin', 'Loading tickets…']]);
		assert.deepEqual(await said(none({ isComplete: false, lastError })), [
			['info', 'Tickets are not loaded yet'],
		]);
	});

	it('are limited in number, and the rest is counted', async () => {
		const rows = await below(queryRow(shown({ maxTickets: 2 })));
		assert.deepEqual(labels(rows), ['#4 Ticket 4', '#2 Ticket 2', '1 more']);
		assert.equal(queryRow(shown({ maxTickets: 2 })).description, '3');
	});

	it('are the first 50 until the user wants to see all, also below groups', async () => {
		const many = Array.from({ length: 155 }, (_, nth) => made(nth + 1, nth % 50));
		const listId = 'one/~ana/editor/query/Open';
		for (const [grouping, id] of [
			['none', listId],
			['status', `${listId}/group/Reported`],
		] as const) {
			const rowsOf = async (isInFull: QueryRowInput['isInFull']) => {
				const rows = await below(queryRow(shown({ grouping, isInFull }, many)));
				const [group = assert.fail()] = rows;
				return grouping === 'none' ? rows : below(group);
			};
			const rows = await rowsOf(() => false);
			assert.deepEqual([rows.length, rows.at(-1)?.label], [51, 'Show 105 more']);
			assert.deepEqual(rows.at(-1)?.command?.arguments, [id]);
			assert.equal((await rowsOf((one) => one === id)).length, 155);
			assert.equal((await rowsOf((one) => one !== id)).length, 51);
		}
		assert.equal((await below(queryRow(shown({}, many.slice(0, 59))))).length, 59);
	});

	it('offer what the forge supports', async () => {
		const [row] = await below(queryRow(shown()));
		const [simple] = await below(queryRow(shown({ resolveOnly: true })));
		assert.deepEqual(
			[row?.context, simple?.context],
			['ticket open reported assigned', 'ticket open reported simple assigned'],
		);
	});

	it('are marked if the user has written a draft for them, and each is about its ticket in this list', async () => {
		const [row] = await below(queryRow(shown({ hasDraft: ({ ticket: id }) => id === 4 })));
		assert.deepEqual([row?.badge?.letters, row?.id], ['D', 'one/~ana/editor/query/Open/4']);
		const listId = 'one/~ana/editor/query/Open';
		assert.deepEqual(row?.about, { kind: 'ticket', key: { ...key, ticket: 4 }, listId });
	});

	it('have changed if their ticket or the colors of its labels have', async () => {
		const known = {
			name: 'bug',
			created: '',
			tracker: null,
			colors: { background: '#ff0000', text: '#000' },
		};
		const colored = shown({ trackerCache: { ...shown().trackerCache, labels: { value: [known] } } });
		const [, , plain] = await below(queryRow(shown()));
		const [, , red] = await below(queryRow(colored));
		assert.deepEqual(plain?.tooltipInputs, [all[0], ['#888888', '#888888']]);
		assert.deepEqual(red?.tooltipInputs, [all[0], ['#888888', '#ff0000']]);
	});

	it('are counted below each group, in which all of them are shown', async () => {
		const rows = await below(queryRow(shown({ grouping: 'status' })));
		const { children: _, ...first } = rows[0] ?? assert.fail();
		assert.deepEqual(first, {
			id: 'one/~ana/editor/query/Open/group/Reported',
			label: 'Reported',
			description: '2',
			icon: 'issues',
			color: 'tildeforge.ticketReported',
			spokenLabel: 'Reported, 2 tickets',
			isOpen: true,
		});
	});

	it('that keep their place stay in the group of the status that they had', async () => {
		const fixed = made(1, 45, { status: 'resolved', resolution: 'fixed' });
		const reopened = made(2, 50, { status: 'reported' });
		const before = { ...reopened, status: 'resolved', resolution: 'fixed' };
		const versionForOrder = (one: Ticket) => (one === reopened ? before : one);
		const any = { name: 'All', text: 'status:any' };
		const grouped = await below(
			queryRow(shown({ grouping: 'status', query: any, versionForOrder }, [reopened, fixed])),
		);
		assert.deepEqual(
			grouped.map(({ label, description }) => [label, description]),
			[['Resolved', '2']],
		);
	});

	it('that are left out are counted below their groups, and a page does not go to them', async () => {
		const input = shown({ maxTickets: 1, grouping: 'status' });
		const groups = await below(queryRow(input));
		const lists = await Promise.all(
			groups.map(async (row) => [row.label, row.description, ...labels(await below(row))]),
		);
		assert.deepEqual(lists, [
			['Reported', '2', '#4 Ticket 4', '1 more'],
			['Confirmed', '1', '#1 Ticket 1'],
		]);
		const [reported = assert.fail()] = groups;
		const rest = (await below(reported))[1];
		assert.deepEqual(
			[rest?.id, rest?.icon, rest?.description],
			['notice/one/~ana/editor/query/Open/group/Reported/more', 'ellipsis', 'narrow the query to see them'],
		);
		assert.deepEqual(
			groups.map(({ id }) => listTickets(id, input).map((one) => one.id)),
			[[4], [1]],
		);
		assert.deepEqual(labels(await below(queryRow(shown({ maxTickets: 3 })))), [
			'#4 Ticket 4',
			'#2 Ticket 2',
			'#1 Ticket 1',
		]);
	});

	it('are all in their groups, however old they are', async () => {
		const old = Array.from({ length: 30 }, (_, nth) => made(nth + 1, 0, { labels: ['old'] }));
		const recent = Array.from({ length: 40 }, (_, nth) => made(nth + 31, 9, { labels: ['bug'] }));
		const input = shown({ maxTickets: 20, grouping: 'label' }, [...old, ...recent]);
		const groups = await below(queryRow(input));
		assert.deepEqual(
			groups.map(({ label, description }) => [label, description]),
			[
				['bug', '40'],
				['old', '30'],
			],
		);
		for (const group of groups)
			assert.deepEqual([(await below(group)).length, listTickets(group.id, input).length], [21, 20]);
	});

	it('are below open groups until as many are shown as in a list, and the next groups are closed', async () => {
		const tickets = ['a', 'b', 'c'].flatMap((label, group) =>
			Array.from({ length: 15 }, (_, nth) => made(100 * group + nth, 9, { labels: [label] })),
		);
		const groups = await below(queryRow(shown({ maxTickets: 20, grouping: 'label' }, tickets)));
		assert.deepEqual(
			groups.map(({ label, isOpen }) => [label, isOpen]),
			[
				['a', true],
				['b', true],
				['c', false],
			],
		);
	});
});

describe('The row of a query', () => {
	stopTheDate(Date.parse(at(50)));

	it('has the number of its tickets', () => {
		const { children: _, current, ...row } = queryRow(shown());
		assert.deepEqual(row, {
			id: 'one/~ana/editor/query/Open',
			label: 'Open',
			description: '3',
			icon: 'filter',
			tooltip: 'status:open',
			spokenLabel: 'Open, 3 tickets',
			context: 'query',
			about: { kind: 'query', key, name: 'Open' },
		});
		assert.equal(current?.().description, '3');
	});

	it('says that there may be more while not all tickets are known, and nothing while none is', () => {
		const { trackerCache } = shown();
		const loading = { ...shown({}, []).trackerCache, isComplete: false };
		const empty = queryRow(shown({ trackerCache: loading }));
		assert.deepEqual([empty.description, empty.spokenLabel], [undefined, 'Open']);
		const some = queryRow(shown({ trackerCache: { ...trackerCache, isComplete: false } }));
		assert.deepEqual([some.description, some.spokenLabel], ['3+', 'Open, at least 3 tickets']);
	});

	it('can be told from that of a saved query if the user has typed it', () => {
		const { icon, context, about } = queryRow(shown({ isTyped: true }));
		assert.deepEqual([icon, context, about], ['search', 'filter', { kind: 'query', key }]);
	});

	it('shows what is wrong with the query', () => {
		const row = queryRow(shown({ query: { name: 'Odd', text: 'foo:bar' }, isTyped: true }));
		assert.equal(row.icon, 'warning');
		assert.match(row.description ?? '', /foo/);
		assert.equal(row.tooltip, `foo:bar\n${row.description}`);
	});
});
