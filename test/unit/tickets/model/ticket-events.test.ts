import assert from 'node:assert/strict';
import type { TicketEvent } from '../../../../src/forge/shapes/trackers.ts';
import {
	type Activity,
	activitiesOf,
	mergeLabelChanges,
	sortEvents,
	typesWithByUser,
} from '../../../../src/tickets/model/ticket-events.ts';
import { user } from '../../../kit/items/query-tickets.ts';
import { event } from '../../../kit/pages/ticket-view.ts';

const placed = (part: Partial<TicketEvent>, ms = 0) => ({ event: event(1, part), ms });
const facts = (part: Partial<TicketEvent>) =>
	activitiesOf(placed(part)).map((one) => {
		const { id, by, event: _, ms: _ms, ...rest } = one;
		return { id, by: by?.type === 'user' ? by.name : null, ...rest };
	});

describe('The events of a ticket in order', () => {
	const at = (id: number, created: string, event_type: TicketEvent['event_type'] = []) =>
		event(id, { created, event_type });
	const order = (...events: TicketEvent[]) => sortEvents(events).map((one) => one.event.id);

	it('are sorted by time, then by number', () => {
		assert.deepEqual(
			order(at(3, '2026-01-01T00:00:00Z'), at(1, '2026-01-02T00:00:00Z'), at(2, '2026-01-01T00:00:00Z')),
			[2, 3, 1],
		);
	});

	it('are there once, in their last version', () => {
		const [first, ...others] = sortEvents([
			at(1, '2026-01-01T00:00:00Z'),
			at(1, '2026-01-01T00:00:00Z', ['comment']),
		]);
		assert.deepEqual([first?.event.event_type, others], [['comment'], []]);
	});

	it('stay beside their neighbors if they have no date', () => {
		const times = sortEvents([
			at(1, ''),
			at(2, '2026-01-02T00:00:00Z'),
			at(3, ''),
			at(4, '2026-01-01T00:00:00Z'),
		]);
		assert.deepEqual(
			times.map((one) => one.event.id),
			[1, 4, 2, 3],
		);
		assert.deepEqual([times[0]?.ms, times[3]?.ms], [0, Date.parse('2026-01-02T00:00:00Z')]);
	});
});

describe('What happened in an event', () => {
	const comment = { id: 7, created: '', submitter: user('eve'), text: 'Words.' };
	const cases: readonly [what: string, part: Partial<TicketEvent>, ...facts: object[]][] = [
		['nothing, if the ticket was only created', { event_type: ['created'] }],
		[
			'a comment',
			{ event_type: ['comment'], comment },
			{ id: '1', by: 'eve', type: 'comment', text: 'Words.' },
		],
		[
			'a comment, although no type says so',
			{ comment },
			{ id: '1', by: 'eve', type: 'comment', text: 'Words.' },
		],
		[
			'a comment that was deleted',
			{ event_type: ['comment'] },
			{ id: '1', by: 'bob', type: 'change', word: 'comment' },
		],
		['an unknown change', {}, { id: '1:changed', by: 'bob', type: 'change', word: 'changed' }],
		[
			'a comment and a change of the status',
			{ event_type: ['comment', 'status_change'], comment },
			{ id: '1', by: 'eve', type: 'comment', text: 'Words.' },
			{ id: '1:status_change', by: 'bob', type: 'change', word: 'status_change' },
		],
		[
			'added labels',
			{ event_type: ['label_added'], label: ['bug'] },
			{ id: '1:labels', by: 'bob', type: 'labels', added: ['bug'], removed: [] },
		],
		[
			'removed labels, by whom if only that is known',
			{ event_type: ['label_removed'], label: ['bug'], user: null, by_user: user('ana') },
			{ id: '1:labels', by: 'ana', type: 'labels', added: [], removed: ['bug'] },
		],
		[
			'labels without names',
			{ event_type: ['label_added'] },
			{ id: '1:labels', by: 'bob', type: 'labels', added: [], removed: [] },
		],
		[
			'a creation with something else',
			{ event_type: ['created', 'status_change'] },
			{ id: '1:status_change', by: 'bob', type: 'change', word: 'status_change' },
		],
		...[...typesWithByUser].map((word): [string, Partial<TicketEvent>, object] => [
			`${word}, by whoever did it`,
			{ event_type: [word], by_user: user('ana') },
			{ id: `1:${word}`, by: 'ana', type: 'change', word },
		]),
	];
	for (const [what, part, ...expected] of cases)
		it(`is ${what}`, () => assert.deepEqual(facts(part), expected));
});

describe('Label changes in the timeline', () => {
	const change = (
		ms: number,
		added: readonly string[],
		removed: readonly string[] = [],
		by = 'bob',
	): Activity => ({
		...{ id: `${ms}`, event: event(1, {}), ms, by: by === '' ? null : user(by) },
		...{ type: 'labels', added, removed },
	});
	const shown = (all: readonly Activity[], seen?: number) =>
		mergeLabelChanges(all, seen).map((one) =>
			one.type === 'labels' ? [...one.added, '|', ...one.removed].join('') : one.type,
		);

	const cases: readonly [
		what: string,
		all: readonly Activity[],
		seen: number | undefined,
		...shown: string[],
	][] = [
		[
			'of one person within a minute are one entry',
			[change(1, ['a']), change(60_001, ['b', 'a'], ['c'])],
			0,
			'ab|c',
		],
		['are two entries after more than a minute', [change(1, ['a']), change(60_002, ['b'])], 0, 'a|', 'b|'],
		['of two persons are two entries', [change(1, ['a']), change(2, ['b'], [], 'ana')], 0, 'a|', 'b|'],
		[
			'of unknown persons are two entries',
			[change(1, ['a'], [], ''), change(2, ['b'], [], '')],
			0,
			'a|',
			'b|',
		],
		['that were seen are not merged with new ones', [change(5, ['a']), change(6, ['b'])], 5, 'a|', 'b|'],
		['that were all seen are one entry', [change(5, ['a']), change(6, ['b'])], 6, 'ab|'],
		['that are all new are one entry', [change(5, ['a']), change(6, ['b'])], undefined, 'ab|'],
	];
	for (const [what, all, seen, ...expected] of cases)
		it(what, () => assert.deepEqual(shown(all, seen), expected));

	it('are not merged across something else', () => {
		const comment: Activity = { ...change(1, []), type: 'comment', text: 'Words.' };
		assert.deepEqual(shown([change(1, ['a']), comment, change(2, ['b'])]), ['a|', 'comment', 'b|']);
	});
});
