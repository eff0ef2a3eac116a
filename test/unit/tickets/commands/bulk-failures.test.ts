import assert from 'node:assert/strict';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/errors.ts';
import { failureOf, type Outcome, troublesOf } from '../../../../src/tickets/commands/bulk-failures.ts';
import { deedOf } from '../../../../src/tickets/model/failure-messages.ts';
import type { Change } from '../../../../src/tickets/state/change.ts';
import { ticket } from '../page/view.ts';

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
	result: { kind: 'changed', before: ticket, ticket, events: [] },
});
const overtaken = (number: number): Outcome => ({
	key: keyOf(number),
	result: { kind: 'conflict', ticket, fields: ['status'] },
});
const numbersOf = (keys: readonly { readonly ticket: number }[] = []) => keys.map(({ ticket }) => ticket);

const busy = 'forge.test is busy. Try again in a moment.';

describe('What did not go as it was asked for', () => {
	it('is nothing where all went well', () => {
		assert.equal(troublesOf([changed(6), changed(7)], 'change'), undefined);
	});

	it('is said with what was not done, and can be tried again', () => {
		const troubles = troublesOf([failed(6, busy)], 'confirm');
		assert.equal(troubles?.words, `Couldn't confirm ~ana/editor#6: ${busy}`);
		assert.deepEqual(numbersOf(troubles?.again), [6]);
	});

	for (const kind of ['busy', 'offline', 'timeout', 'surprise'] as const) {
		it(`is not said to be undone, nor tried again, where it may have been done: ${kind}`, () => {
			const message = 'forge.test gave up.';
			const perhaps = failed(6, message, kind, true);
			const one = troublesOf([perhaps], 'confirm');
			assert.equal(one?.words, `~ana/editor#6: ${message}`);
			assert.deepEqual(one.again, []);
			const some = troublesOf([perhaps, failed(7, busy)], 'confirm');
			assert.match(some?.words ?? '', /^2 of 2 tickets may not have changed as requested\./);
			assert.equal(some?.title, 'Tickets that may not have changed as requested');
			assert.deepEqual(numbersOf(some?.again), [7]);
		});
	}

	it('is not said to be undone because of a mistake of ours, which may have come after it', () => {
		const gone = new DOMException('This operation was aborted', 'AbortError');
		for (const mistake of [new TypeError('undefined is not a function'), gone]) {
			const error = failureOf(mistake);
			const { words = '', again } =
				troublesOf([{ key: keyOf(6), result: { kind: 'failed', error } }], 'confirm') ?? {};
			assert.doesNotMatch(words, /Couldn't confirm/);
			assert.equal(words.split('The change may have been made').length, 2, words);
			assert.deepEqual(again, []);
		}
	});

	it('is not tried again where that helps nobody', () => {
		for (const kind of ['refused', 'forbidden', 'missing', 'signed-out', 'surprise'] as const) {
			assert.deepEqual(troublesOf([failed(6, 'This ticket is locked.', kind)], 'change')?.again, [], kind);
		}
		assert.deepEqual(troublesOf([overtaken(6)], 'change')?.again, []);
	});

	it('says of several how many there are, and of the first what it is', () => {
		const troubles = troublesOf([changed(5), failed(6, busy), overtaken(7), failed(8, busy)], 'resolve');
		assert.equal(
			troubles?.words,
			`3 of 4 tickets did not change as requested. The first: Couldn't resolve ~ana/editor#6: ${busy}`,
		);
		assert.deepEqual(troubles.each, [
			`Couldn't resolve ~ana/editor#6: ${busy}`,
			'~ana/editor#7 was changed in the meantime, so your change was not made.',
			`Couldn't resolve ~ana/editor#8: ${busy}`,
		]);
		assert.deepEqual(numbersOf(troubles.again), [6, 8]);
	});

	it('says of one among several no more than is true of it', () => {
		const { words } = troublesOf([changed(5), failed(6, busy)], 'change') ?? {};
		assert.equal(words, `1 of 2 tickets did not change as requested. Couldn't change ~ana/editor#6: ${busy}`);
	});
});

describe('The word for a change', () => {
	it('is that of the command, where one is true however the ticket was before', () => {
		const words: readonly (readonly [Change, string])[] = [
			[{ status: 'confirmed' }, 'confirm'],
			[{ status: 'resolved', resolution: 'fixed' }, 'resolve'],
			[{ status: 'reported' }, 'change'],
			[{ status: 'in_progress' }, 'change'],
			[{ addLabels: ['bug'] }, 'change'],
			[{ comment: 'Thank you.' }, 'comment on'],
		];
		for (const [change, deed] of words) assert.equal(deedOf(change), deed);
	});
});
