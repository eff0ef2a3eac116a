import assert from 'node:assert/strict';
import { readMessageIds } from '../../../../src/mail/message/message-ids.ts';

describe('The message ids of a header', () => {
	const cases: readonly [value: string, ids: readonly string[]][] = [
		['', []],
		['<a@b>', ['<a@b>']],
		['<a@b> <c@d>\t<e@f>', ['<a@b>', '<c@d>', '<e@f>']],
		['<a@b><c@d>,<a@b>', ['<a@b>', '<c@d>']],
		['<a@b> (added by a relay)', ['<a@b>']],
		['Message of "Monday" <a@b>', ['<a@b>']],
		['<a@\tb>', ['<a@b>']],
		['<<a@b>>', ['<a@b>']],
		['<>', []],
		['a@b c@d', ['<a@b>', '<c@d>']],
		['<a@b', ['<a@b>']],
		['none', []],
	];
	for (const [value, ids] of cases) {
		it(`${JSON.stringify(value)} are ${ids.join(', ')}`, () => assert.deepEqual(readMessageIds(value), ids));
	}
});
