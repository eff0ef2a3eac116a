import assert from 'node:assert/strict';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/contract/errors.ts';
import { failureOf, type Outcome, summarizeFailures } from '../../../../src/platform/commands/failures.ts';

const itemOf = (number: number) => ({
	item: `ticket ${number}`,
	noun: 'ticket',
	ref: `~ana/editor#${number}`,
});

const failed = (
	number: number,
	message: string,
	kind: ForgeErrorKind = 'busy',
	mayBeDone = false,
): Outcome => ({
	item: itemOf(number),
	result: { kind: 'failed', error: new ForgeError(kind, message, { mayBeDone }) },
});
const changed = (number: number): Outcome => ({
	item: itemOf(number),
	result: { kind: 'sent' },
});

const busy = 'forge.test is busy. Try again in a moment.';

describe('The failures of a bulk change', () => {
	for (const kind of ['busy', 'offline', 'timeout', 'surprise'] as const) {
		it(`are neither called undone nor tried again if the change may have been made: ${kind}`, () => {
			const message = 'forge.test gave up.';
			const perhaps = failed(6, message, kind, true);
			const one = summarizeFailures([perhaps], 'confirm');
			assert.equal(one?.text, `~ana/editor#6: ${message}`);
			const some = summarizeFailures([perhaps, failed(7, busy)], 'confirm');
			assert.match(some?.text ?? '', /^2 of 2 tickets may not have changed as requested\./);
			assert.equal(some?.title, 'Tickets that may not have changed as requested');
		});
	}

	it('are not called undone after an internal error, which may have come after the change', () => {
		const gone = new DOMException('This operation was aborted', 'AbortError');
		for (const mistake of [new TypeError('undefined is not a function'), gone]) {
			const error = failureOf(mistake);
			const { text: words = '' } =
				summarizeFailures([{ item: itemOf(6), result: { kind: 'failed', error } }], 'confirm') ?? {};
			assert.doesNotMatch(words, /Couldn't confirm/);
			assert.equal(words.split('The change may have been made').length, 2, words);
		}
	});

	it('say which permission a token lacks', () => {
		const error = new ForgeError('forbidden', 'No.', { scopes: ['x:write'], instance: 'forge.test' });
		const failures = [failed(5, busy), { item: itemOf(6), result: { kind: 'failed', error } }] as const;
		assert.equal(summarizeFailures(failures, 'change')?.missing, error);
		assert.equal(summarizeFailures([failed(5, busy)], 'change')?.missing, undefined);
	});

	it('of one among several tickets are explained without “The first”', () => {
		const { text: words } = summarizeFailures([changed(5), failed(6, busy)], 'change') ?? {};
		assert.equal(words, `1 of 2 tickets did not change as requested. Couldn't change ~ana/editor#6: ${busy}`);
	});
});
