import assert from 'node:assert/strict';
import { hasOwnText } from '../../../../src/mail/compose/has-own-text.ts';

const quote = 'On Mon, 23 Nov 2026 10:00:00 +0100, Bob Ellis wrote:\n> One\n>\n>> two\n';

describe('The text of a mail', () => {
	for (const body of [quote, `\n${quote}\n[...]\n> three\n \n`, 'Bob wrote:\n>\n', '> -- \n> Bob\n', ''])
		it(`has nothing of its author: ${JSON.stringify(body)}`, () => assert.equal(hasOwnText(body), false));

	for (const own of ['Why?', 'Reviewed-by: Ana <ana@example.org>', 'Ana> so?', '[...] and more', 'Fine:'])
		it(`has what its author wrote: ${own}`, () => {
			assert.equal(hasOwnText(`${quote}${own}\n`), true);
			assert.equal(hasOwnText(`${own}\n\n${quote}`), true);
		});

	it('is read to its end', () => assert.equal(hasOwnText(`${quote}${'> a\n'.repeat(50_000)}Why?\n`), true));
});
