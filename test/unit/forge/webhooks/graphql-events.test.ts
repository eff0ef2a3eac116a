import assert from 'node:assert/strict';
import { eventsOf, type Family, families } from '../../../../src/forge/webhooks/families.ts';
import { contractName, deliveredEvent, graphqlName } from '../../../../src/forge/webhooks/graphql-events.ts';

const all = (Object.keys(families) as Family[]).flatMap((family) =>
	eventsOf(family).map((event) => ({ family, event })),
);

describe('An event in GraphQL', () => {
	it('has a name there, except for subscriptions and what happens to the tickets of an account', () => {
		const missing = all.filter(({ family, event }) => graphqlName(family, event) === undefined);
		assert.deepEqual(
			missing.map(({ family, event }) => `${family} ${event}`),
			['listsUser subscription:create', 'listsUser subscription:remove', 'trackersUser event:create'],
		);
	});

	it('is the same again when its name is read', () => {
		for (const { family, event } of all) {
			const name = graphqlName(family, event);
			if (name !== undefined) assert.equal(contractName(family, name), event);
		}
	});

	it('keeps a name that is not in the contract', () => {
		assert.equal(contractName('list', 'LIST_DELETED'), 'LIST_DELETED');
		assert.equal(contractName('list', 'constructor'), 'constructor');
	});

	it('is only known in the family that has it', () => {
		assert.equal(graphqlName('list', 'ticket:create'), undefined);
	});

	it('is found by the name in a delivery, where a mail is one to a list', () => {
		assert.equal(deliveredEvent('EVENT_CREATED'), 'event:create');
		assert.equal(deliveredEvent('EMAIL_RECEIVED'), 'post:received');
		assert.equal(deliveredEvent('event:create'), undefined);
		assert.equal(deliveredEvent('TICKET_DELETED'), undefined);
	});
});
