import assert from 'node:assert/strict';
import { isOmission } from '../../../../src/mail/replies/reply-parts.ts';

describe('An omission', () => {
	for (const line of [
		'[...]',
		'...',
		'[…]',
		'<snip>',
		'(snip)',
		'[snip]',
		' [ ... ] ',
		'-- snip --',
		'--8<--',
	])
		it(`may be ${line}`, () => assert.equal(isOmission(line), true));
	for (const line of ['', 'cut it', '... and so on', '-- ', 'snippet', '[x]'])
		it(`is not ${JSON.stringify(line)}`, () => assert.equal(isOmission(line), false));
});
