import assert from 'node:assert/strict';
import { readTicketAnswers } from '../../../../src/tickets/model/ticket-answers.ts';

describe('The answers of the settings', () => {
	it('have a name and a text each, without spaces around it', () =>
		assert.deepEqual(
			readTicketAnswers({ 'Needs info': 'Which version?\n\nThanks.\n', Thanks: ' Thank you! ' }),
			[
				{ name: 'Needs info', text: 'Which version?\n\nThanks.' },
				{ name: 'Thanks', text: 'Thank you!' },
			],
		));

	const unusable: readonly unknown[] = [undefined, null, 'Thanks', 3, ['Thanks'], {}];
	for (const setting of unusable) {
		it(`are none in ${JSON.stringify(setting)}`, () => assert.deepEqual(readTicketAnswers(setting), []));
	}

	it('lack those without a name or a text', () =>
		assert.deepEqual(
			readTicketAnswers({ ' ': 'Text', Empty: ' ', Number: 3, Nothing: null, List: ['Text'], Kept: 'Text' }),
			[{ name: 'Kept', text: 'Text' }],
		));
});
