import assert from 'node:assert/strict';
import { firstWords, hasOwnText } from '../../../../src/mail/compose/has-own-text.ts';

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

	const fence = (language: string) => `\`\`\`${language}\nint two;\n\`\`\`\n`;
	const diff = '    --- a/x.c\n    +++ b/x.c\n    @@ -1,1 +1,1 @@\n    -int one;\n    +int two;\n';
	for (const [words, own] of [
		['Two, I think.', `${fence('suggestion')}\nTwo, I think.\n`],
		['Two, I think.', `${diff}\nTwo, I think.\n\n${diff}`],
		['Suggestion', fence('suggestion')],
		['Suggestion', diff],
		['int two;', fence('c')],
		['', ''],
	] as const)
		it(`begins with ${JSON.stringify(words)}: ${JSON.stringify(own)}`, () =>
			assert.equal(firstWords(`${quote}\n${own}`), words));
});
