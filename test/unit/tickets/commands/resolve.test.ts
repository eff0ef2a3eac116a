import assert from 'node:assert/strict';
import { isSameTicket } from '../../../../src/tickets/commands/resolve.ts';

it('Tickets with the same reference are different for different accounts', () => {
	const key = { account: 'here', owner: '~ana', tracker: 'editor', ticket: 2 };
	assert.equal(isSameTicket(key, { ...key }), true);
	assert.equal(isSameTicket(key, { ...key, account: 'there' }), false);
	assert.equal(isSameTicket(key, { ...key, ticket: 1 }), false);
});
