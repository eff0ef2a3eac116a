import assert from 'node:assert/strict';
import { textAfter } from '../../../../src/platform/model/text-after.ts';

describe('What the user wrote after a text that was sent', () => {
	const cases: readonly (readonly [words: string, sent: string, now: string, left: string])[] = [
		['nothing if the text is still the same', 'Sent.', 'Sent.', ''],
		['everything below it', 'Sent.', 'Sent.\n\nMore', 'More'],
		['the whole text if the sent part was changed', 'Sent.', 'Set. More', 'Set. More'],
		['the whole text if it was shortened', 'Sent.', 'Sen', 'Sen'],
		['nothing if only blank text is left', ' \n', ' \n', ''],
		['the whole text if none was sent', '', ' New', ' New'],
		['nothing if only a line break at its end was removed', 'Sent.\n', 'Sent.', ''],
		['the lines below it, with their indentation', 'Sent:', 'Sent:\n \n    code', '    code'],
		['what follows it without a space', 'Fixed.', 'Fixed.Thanks', 'Thanks'],
		['what follows it in a language without spaces', '直した', '直したよ', 'よ'],
		['the whole text if its last word was continued', 'OK', 'OKAY', 'OKAY'],
	];
	for (const [words, sent, now, left] of cases) {
		it(`is ${words}`, () => assert.equal(textAfter(sent, now), left));
	}
});
