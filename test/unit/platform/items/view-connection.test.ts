import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { ViewConnection } from '../../../../src/platform/items/view-connection.ts';

const messagesOf = (connection: ViewConnection, all: Parameters<ViewConnection['unreached']>[0]) =>
	connection.unreached(all).map(({ error }) => error.message);

describe('The connection of a view', () => {
	it('does not work again because a busy forge answers another request', () => {
		const connection = new ViewConnection();
		const busy = { lastError: new ForgeError('busy', 'One.'), asOf: undefined };
		assert.equal(connection.didAnswer([busy]), false);
		assert.deepEqual(messagesOf(connection, [busy]), ['One.']);
	});
});
