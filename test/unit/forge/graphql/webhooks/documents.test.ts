import assert from 'node:assert/strict';
import { createHook, deleteHook } from '../../../../../src/forge/graphql/webhooks/documents.ts';

describe('A document that changes webhooks', () => {
	it('names their resource by number', () => {
		assert.equal(
			createHook('Ticket', { tracker: 'trackerId', ticket: 'ticketId' }),
			'mutation ($tracker: Int!, $ticket: Int!, $config: TicketWebhookInput!) { created: createTicketWebhook(trackerId: $tracker, ticketId: $ticket, config: $config) { id events url } }',
		);
	});

	it('names none for those of an account', () => {
		assert.match(createHook('User'), /^mutation \(\$config: UserWebhookInput!\)/);
	});

	it('deletes one by its number', () => {
		assert.equal(deleteHook('Git'), 'mutation ($hook: Int!) { deleted: deleteGitWebhook(id: $hook) { id } }');
	});
});
