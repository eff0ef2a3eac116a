import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { ViewConnection } from '../../../../src/platform/items/view-connection.ts';

const offline = (message: string) => ({ lastError: new ForgeError('offline', message), asOf: 7 });
const messagesOf = (connection: ViewConnection, all: Parameters<ViewConnection['unreached']>[0]) =>
	connection.unreached(all).map(({ error }) => error.message);

describe('The connection of a view', () => {
	it('has failed for what could not be reached, and not for refusals', () => {
		const refused = { lastError: new ForgeError('missing', 'Two.'), asOf: undefined };
		const fine = { lastError: undefined, asOf: 7 };
		assert.deepEqual(messagesOf(new ViewConnection(), [offline('One.'), refused, fine]), ['One.']);
	});

	it('works again for the account whose forge answers, and for no other', () => {
		const connection = new ViewConnection();
		const [one, other] = [offline('One.'), offline('Two.')];
		assert.equal(connection.didAnswer([one]), true);
		assert.deepEqual(messagesOf(connection, [one, other]), ['Two.']);
		assert.equal(connection.didAnswer([one]), false);
	});

	it('does not work again because a busy forge answers another request', () => {
		const connection = new ViewConnection();
		const busy = { lastError: new ForgeError('busy', 'One.'), asOf: undefined };
		assert.equal(connection.didAnswer([busy]), false);
		assert.deepEqual(messagesOf(connection, [busy]), ['One.']);
	});
});
