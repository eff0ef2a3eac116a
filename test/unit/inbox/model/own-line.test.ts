import assert from 'node:assert/strict';
import { ownLine } from '../../../../src/inbox/model/own-line.ts';
import { listEvent, ticketEvent } from '../events.ts';

describe('The first own line of an event', () => {
	for (const [text, line] of [
		[undefined, ''],
		['\n  Looks good.\nMore.', 'Looks good.'],
		['**Looks** `good` to [me](https://forge.test/a)', 'Looks good to me'],
		['- one\n- two', 'one'],
		['# Title', 'Title'],
		['```c\nint a;\n```', 'int a;'],
		['a\u202eb', 'a‹U+202E›b'],
	] as const) {
		it(`of a comment is "${line}"`, () => assert.equal(ownLine(ticketEvent({ text })), line));
	}

	it('of a mail keeps its marks, and is not endless', () => {
		assert.equal(ownLine(listEvent({ text: '**p is `wrong`' })), '**p is `wrong`');
		assert.equal(ownLine(listEvent({ text: 'x'.repeat(500) })).length, 121);
	});
});
