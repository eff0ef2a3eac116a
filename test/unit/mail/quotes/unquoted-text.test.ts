import assert from 'node:assert/strict';
import { unquotedText } from '../../../../src/mail/quotes/unquoted-text.ts';

describe('The text of a mail without quotes', () => {
	const cases: readonly (readonly [what: string, text: string, own: string])[] = [
		[
			'has no quote, nor the line that introduces it',
			'On Mon, 2 Nov 2026, Ana wrote:\n> Does it blink?\n\nYes.\n\n> How fast?\nTwice a second.\n',
			'Yes.\n\nTwice a second.',
		],
		['has no signature', 'Fine.\n\n-- \nBob\n', 'Fine.'],
		['has no original mail of Outlook', 'Nack.\r\n\r\n-----Original Message-----\r\nText.\r\n', 'Nack.'],
		['is a comment as it was written', '**Fine**, but:\n\n- one\n- two', '**Fine**, but:\n\n- one\n- two'],
		['is empty if there are only quotes', '> Text.\n', ''],
	];
	for (const [what, text, own] of cases) it(what, () => assert.equal(unquotedText(text), own));

	it('is cut if it is very long', () => assert.ok(unquotedText('x'.repeat(1e6)).length <= 20_000));
});
