import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { readTicket } from '../../../../../src/tickets/state/reading/read-ticket.ts';

const place = { owner: '~ana', tracker: 'editor', ticket: 7 };
const { signal } = new AbortController();
const fault = new ForgeError('surprise', 'Something went wrong on forge.test.', { status: 500 });

/** A forge that fails for the ticket and answers for its events as given. */
const failing = (events: ForgeError | 'some' | 'none', ticket = fault): Parameters<typeof readTicket>[0] => ({
	ticket: () => Promise.reject(ticket),
	async *events() {
		if (events instanceof ForgeError) throw events;
		if (events === 'some') yield { rows: [], total: 0, isLast: true };
	},
});

describe('A ticket that the forge fails to return', () => {
	it('is missing if its events are missing', async () => {
		const missing = new ForgeError('missing', "Not found, or you don't have access.", { status: 404 });
		await assert.rejects(readTicket(failing(missing), place, signal), {
			kind: 'missing',
			message: /ticket does not exist/,
		});
	});

	for (const events of [
		'some',
		'none',
		fault,
		new ForgeError('offline', 'The connection was lost.'),
	] as const) {
		it(`is not missing if the answer for its events is: ${events instanceof ForgeError ? events.kind : events}`, async () => {
			await assert.rejects(readTicket(failing(events), place, signal), fault);
		});
	}
});
