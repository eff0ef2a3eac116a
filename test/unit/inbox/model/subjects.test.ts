import assert from 'node:assert/strict';
import { groupBySubject, kindOfSubject } from '../../../../src/inbox/model/subjects.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { list, listEvent, repositoryEvent, ticketEvent, tracker } from '../events.ts';

const entriesOf = (events: readonly ForgeEvent[]) => events.map((event) => ({ event, addedAt: 0 }));
const keysOf = (events: readonly ForgeEvent[]) =>
	groupBySubject(entriesOf(events)).map(({ entries }) => entries.map(({ event }) => event.key));
const onTicket = (key: string, ticket: number) => ticketEvent({ key, item: { ...tracker, ticket } });

describe('The subjects of events', () => {
	it('are tickets, with all that has happened to each', () => {
		const events = [onTicket('a', 1), onTicket('b', 2), onTicket('c', 1)];
		assert.deepEqual(keysOf(events), [['a', 'c'], ['b']]);
	});

	it('are series with all their versions, replies and statuses, however the versions are named', () => {
		const patchset = { ...list, patchset: 3 };
		const events = [
			// The forge makes a patchset of its mails later.
			listEvent({ key: 'v1', kind: 'patchset', item: { ...list, mail: 10 }, versions: ['mail 10'] }),
			listEvent({ key: 'reply', item: patchset, versions: ['patchset 3', 'mail 10'] }),
			listEvent({ key: 'other', item: { ...list, patchset: 4 }, versions: ['patchset 4', 'mail 20'] }),
			listEvent({
				...{ key: 'v2', kind: 'patchset', item: { ...list, patchset: 5 } },
				versions: ['patchset 3', 'mail 10', 'patchset 5', 'mail 30'],
			}),
			listEvent({ key: 'status', kind: 'patchset-status', item: patchset }),
		];
		assert.deepEqual(keysOf(events), [['v1', 'reply', 'v2', 'status'], ['other']]);
	});

	it('become one if an event shows that they are the same, and keep the id of the older one', () => {
		const reply = (key: string, mail: number, versions?: readonly string[]) =>
			listEvent({ key, item: { ...list, mail }, versions });
		const events = [reply('a', 1), reply('b', 2), reply('c', 2), reply('d', 3, ['mail 2', 'mail 1'])];
		assert.deepEqual(keysOf(events), [['a', 'b', 'c', 'd']]);
		const [before, after] = [events.slice(0, 3), events].map((all) => groupBySubject(entriesOf(all))[0]?.id);
		assert.equal(before, after);
		const [one, two] = [reply('a', 1, ['mail 7']), reply('b', 2, ['mail 8'])];
		assert.equal(
			keysOf([one, two, reply('c', 3, ['mail 1', 'mail 2']), reply('d', 8), reply('e', 7)]).length,
			1,
		);
	});

	it('are threads, pushes, and the details of a place', () => {
		const thread = { ...list, mail: 7 };
		const created = (key: string, push?: string) => repositoryEvent({ key, kind: 'ref-created', push });
		const events = [
			listEvent({ key: 'thread', kind: 'thread', item: thread }),
			listEvent({ key: 'answer', item: thread }),
			listEvent({ key: 'list', kind: 'list', item: null }),
			created('a', 'one'),
			created('b', 'one'),
			created('c', 'two'),
			// From an earlier version.
			created('d'),
			created('e'),
			repositoryEvent({ key: 'repository', kind: 'repository', ref: '' }),
		];
		assert.deepEqual(keysOf(events), [
			...[['thread', 'answer'], ['list'], ['a', 'b'], ['c'], ['d'], ['e'], ['repository']],
		]);
		assert.deepEqual(
			groupBySubject(entriesOf(events)).map(({ entries }) => kindOfSubject(entries)),
			['thread', ...Array(6).fill(undefined)],
		);
	});

	it('are those of each account and place', () => {
		const other = ticketEvent({ key: 'other', place: { ...tracker, account: 'other' } });
		const sameName = ticketEvent({ key: 'same', place: { ...tracker, tracker: 'errands' } });
		assert.equal(keysOf([ticketEvent(), other, sameName]).length, 3);
	});

	it('are tickets, series or threads for a menu', () => {
		const kindOf = (event: ForgeEvent) => kindOfSubject(entriesOf([event]));
		assert.equal(kindOf(ticketEvent()), 'ticket');
		assert.equal(kindOf(listEvent()), 'series');
		assert.equal(kindOf(listEvent({ item: { ...list, mail: 1 }, versions: ['mail 1'] })), 'series');
		assert.equal(kindOf(listEvent({ item: { ...list, mail: 1 } })), 'thread');
	});

	it('are found with one look at each event, of however many, also if they become one after the other', () => {
		let looks = 0;
		const series = Array.from({ length: 1000 }, (_, mail) => ({
			...list,
			get mail() {
				looks += 1;
				return mail;
			},
		}));
		const events = Array.from({ length: 20_000 }, (_, nth) => {
			const mail = nth % series.length;
			return listEvent({ key: `${nth}`, item: series[mail] ?? null, versions: [`mail ${mail + 1}`] });
		});
		assert.equal(groupBySubject(entriesOf(events)).length, 1);
		assert.equal(looks, events.length);
	});
});
