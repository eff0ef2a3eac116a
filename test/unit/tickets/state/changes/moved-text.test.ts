import assert from 'node:assert/strict';
import * as v from 'valibot';
import { movedText } from '../../../../../src/tickets/state/changes/moved-text.ts';
import { ticket } from '../comment-windows.ts';

describe('A text that was moved to the outbox', () => {
	for (const [what, moved, isRead] of [
		['of a comment for several tickets', { tickets: [ticket(1), ticket(2)], at: 7 }, true],
		['of a comment for no ticket', { tickets: [], at: 7 }, false],
		['of a line', { line: { text: 'Thanks.' }, at: 7 }, true],
		['of a line below others', { line: { text: 'Thanks.', above: 'One\ntwo' }, at: 7 }, true],
		['without a time', { line: { text: 'Thanks.' } }, false],
	] as const) {
		it(`${what} is ${isRead ? 'read as it was stored' : 'not read'}`, () => {
			const read = v.safeParse(movedText, JSON.parse(JSON.stringify(moved)));
			assert.deepEqual(read.success ? read.output : undefined, isRead ? moved : undefined);
		});
	}
});
