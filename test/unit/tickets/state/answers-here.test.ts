import assert from 'node:assert/strict';
import { AnswersHere } from '../../../../src/tickets/state/answers-here.ts';
import { event, ticket } from '../../../kit/pages/ticket-view.ts';

describe('The answers to changes that were made here', () => {
	it('have all events of a ticket, for the hundred tickets that were changed last', () => {
		const answers = new AnswersHere();
		const eventsOf = (number: number) => [...(answers.get(number)?.events ?? [])];
		answers.remember({ ...ticket, id: 1 }, [event(7, {})]);
		for (let id = 2; id <= 100; id++) answers.remember({ ...ticket, id }, []);
		answers.remember({ ...ticket, id: 1 }, [event(8, {})]);
		answers.remember({ ...ticket, id: 101 }, []);
		assert.deepEqual(eventsOf(1), [7, 8]);
		assert.deepEqual([answers.get(2), answers.get(3)?.events.size], [undefined, 0]);
	});
});
