import assert from 'node:assert/strict';
import type { TicketEvent } from '../../../../src/forge/shapes/trackers.ts';
import { activitiesOf, typesWithByUser } from '../../../../src/tickets/model/ticket-events.ts';
import { user } from '../../../kit/items/query-tickets.ts';
import { event } from '../../../kit/pages/ticket-view.ts';

const facts = (part: Partial<TicketEvent>) =>
	activitiesOf({ event: event(1, part), ms: 0 }).map((one) => {
		const { id, by, event: _, ms: _ms, ...rest } = one;
		return { id, by: by?.type === 'user' ? by.name : null, ...rest };
	});

describe('What happened in an event', () => {
	const comment = { id: 7, created: '', submitter: user('eve'), text: 'Words.' };
	const cases: readonly [what: string, part: Partial<TicketEvent>, ...facts: object[]][] = [
		[
			'a comment, although no type says so',
			{ comment },
			{ id: '1', by: 'eve', type: 'comment', text: 'Words.' },
		],
		[
			'removed labels, by whom if only that is known',
			{ event_type: ['label_removed'], label: ['bug'], user: null, by_user: user('ana') },
			{ id: '1:labels', by: 'ana', type: 'labels', added: [], removed: ['bug'] },
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
