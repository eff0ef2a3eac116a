import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { connectionMessage, isConnectionFailure } from '../../../../src/platform/view/connection-message.ts';

const now = Date.parse('2026-03-04T12:00:00Z');
const yesterday = Date.parse('2026-03-03T12:00:00Z');
const offline = new ForgeError('offline', 'a.test does not accept connections.');
const late = new ForgeError('timeout', 'b.test did not answer.');

describe('The message about the connection', () => {
	it('is absent if everything was reached', () => assert.equal(connectionMessage([], now), undefined));

	it('has the reason', () => {
		const message = connectionMessage([{ error: offline, asOf: undefined }], now);
		assert.equal(message, 'No connection. a.test does not accept connections.');
	});

	it('has each reason once, and the time of the oldest rows', () => {
		const unreached = [
			{ error: offline, asOf: now },
			{ error: offline, asOf: yesterday },
			{ error: late, asOf: undefined },
		];
		assert.match(
			connectionMessage(unreached, now) ?? '',
			/^No connection\. a\.test does not accept connections\. b\.test did not answer\. Last updated yesterday \d\d:\d\d\.$/,
		);
	});
});

describe('A failure', () => {
	for (const [kind, expected] of [
		['offline', true],
		['timeout', true],
		['busy', false],
		['surprise', false],
		['missing', false],
	] as const) {
		it(`of the kind ${kind} is ${expected ? '' : 'not '}over as soon as the forge answers`, () =>
			assert.equal(isConnectionFailure(new ForgeError(kind, '')), expected));
	}
});
