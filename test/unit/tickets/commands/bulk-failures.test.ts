import assert from 'node:assert/strict';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/errors.ts';
import {
	failureOf,
	type Outcome,
	summarizeFailures,
} from '../../../../src/tickets/commands/bulk-failures.ts';
import { verbOf } from '../../../../src/tickets/model/failure-messages.ts';
import type { Change } from '../../../../src/tickets/state/change.ts';

const keyOf = (number: number) => ({ account: 'one', owner: '~ana', tracker: 'editor', ticket: number });

const failed = (
	number: number,
	message: string,
	kind: ForgeErrorKind = 'busy',
	mayBeDone = false,
): Outcome => ({
	key: keyOf(number),
	result: { kind: 'failed', error: new ForgeError(kind, message, { mayBeDone }) },
});
const changed = (number: number): Outcome => ({
	key: keyOf(number),
	result: { kind: 'sent' },
});
const overtaken = (number: number): Outcome => ({
	key: keyOf(number),
	result: { kind: 'conflict', theirs: 'Confirmed' },
});
const numbersOf = (keys: readonly { readonly ticket: number }[] = []) => keys.map(({ ticket }) => ticket);

const busy = 'forge.test is busy. Try again in a moment.';

describe('The failures of a bulk change', () => {
	it('do not exist when every ticket was changed', () => {
		assert.equal(summarizeFailures([changed(6), changed(7)], 'change'), undefined);
	});

	it('name what failed, and can be tried again', () => {
		const troubles = summarizeFailures([failed(6, busy)], 'confirm');
		assert.equal(troubles?.text, `Couldn't confirm ~ana/editor#6: ${busy}`);
		assert.deepEqual(numbersOf(troubles?.retryable), [6]);
	});

	for (const kind of ['busy', 'offline', 'timeout', 'surprise'] as const) {
		it(`are neither called undone nor tried again if the change may have been made: ${kind}`, () => {
			const message = 'forge.test gave up.';
			const perhaps = failed(6, message, kind, true);
			const one = summarizeFailures([perhaps], 'confirm');
			assert.equal(one?.text, `~ana/editor#6: ${message}`);
			assert.deepEqual(one.retryable, []);
			const some = summarizeFailures([perhaps, failed(7, busy)], 'confirm');
			assert.match(some?.text ?? '', /^2 of 2 tickets may not have changed as requested\./);
			assert.equal(some?.title, 'Tickets that may not have changed as requested');
			assert.deepEqual(numbersOf(some?.retryable), [7]);
		});
	}

	it('of the forge keep their reason', () => {
		const error = new ForgeError('busy', busy);
		assert.equal(failureOf(error), error);
	});

	it('are not called undone after an internal error, which may have come after the change', () => {
		const gone = new DOMException('This operation was aborted', 'AbortError');
		for (const mistake of [new TypeError('undefined is not a function'), gone]) {
			const error = failureOf(mistake);
			const { text: words = '', retryable } =
				summarizeFailures([{ key: keyOf(6), result: { kind: 'failed', error } }], 'confirm') ?? {};
			assert.doesNotMatch(words, /Couldn't confirm/);
			assert.equal(words.split('The change may have been made').length, 2, words);
			assert.deepEqual(retryable, []);
		}
	});

	it('are not tried again if that cannot help', () => {
		for (const kind of ['refused', 'forbidden', 'missing', 'signed-out', 'surprise'] as const) {
			assert.deepEqual(
				summarizeFailures([failed(6, 'This ticket is locked.', kind)], 'change')?.retryable,
				[],
				kind,
			);
		}
		assert.deepEqual(summarizeFailures([overtaken(6)], 'change')?.retryable, []);
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
		assert.deepEqual(numbersOf(troubles.retryable), [6, 8]);
	});

	it('of one among several tickets are explained without “The first”', () => {
		const { text: words } = summarizeFailures([changed(5), failed(6, busy)], 'change') ?? {};
		assert.equal(words, `1 of 2 tickets did not change as requested. Couldn't change ~ana/editor#6: ${busy}`);
	});
});

describe('The verb for a change', () => {
	it('is that of the command if it fits any state that the ticket had', () => {
		const words: readonly (readonly [Change, string])[] = [
			[{ status: 'confirmed' }, 'confirm'],
			[{ status: 'resolved', resolution: 'fixed' }, 'resolve'],
			[{ status: 'reported' }, 'change'],
			[{ status: 'in_progress' }, 'change'],
			[{ addLabels: ['bug'] }, 'change'],
			[{ comment: 'Thank you.' }, 'comment on'],
		];
		for (const [change, deed] of words) assert.equal(verbOf(change), deed);
	});
});
