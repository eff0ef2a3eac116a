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
const overtaken = (number: number): Outcome => ({
	item: itemOf(number),
	result: { kind: 'conflict', theirs: 'Confirmed', rebased: {} },
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

	it('of several tickets are counted, and the first one is explained', () => {
		const troubles = summarizeFailures(
			[changed(5), failed(6, busy), overtaken(7), failed(8, busy)],
			'resolve',
		);
		assert.equal(
			troubles?.text,
			`3 of 4 tickets did not change as requested. The first: Couldn't resolve ~ana/editor#6: ${busy}`,
		);
		assert.deepEqual(troubles.sentences, [
			`Couldn't resolve ~ana/editor#6: ${busy}`,
			'~ana/editor#7 was changed in the meantime, so your change was not made. It is now: Confirmed.',
			`Couldn't resolve ~ana/editor#8: ${busy}`,
		]);
	});

	it('of mails say that they were not sent', () => {
		const mail = { ...itemOf(1), noun: 'mail', done: 'sent' } as const;
		const failure = (mayBeDone: boolean) =>
			({ kind: 'failed', error: new ForgeError('refused', 'No.', { mayBeDone }) }) as const;
		const wordsOf = (...results: readonly ReturnType<typeof failure>[]) =>
			summarizeFailures(
				results.map((result, nth) => ({ item: { ...mail, item: `${nth}` }, result })),
				'send a mail to',
			)?.text;
		assert.match(
			wordsOf(failure(false), failure(false)) ?? '',
			/^2 of 2 mails were not sent\. The first: Couldn't send a mail to /,
		);
		assert.match(
			summarizeFailures(
				[
					{ item: mail, result: failure(false) },
					{ item: { ...mail, item: 'other' }, result: { kind: 'sent' } },
				],
				'send a mail to',
			)?.text ?? '',
			/^1 of 2 mails was not sent\. /,
		);
		assert.match(wordsOf(failure(true), failure(true)) ?? '', /^2 of 2 mails may not have been sent\./);
	});
});
