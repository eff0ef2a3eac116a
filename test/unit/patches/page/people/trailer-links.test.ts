import assert from 'node:assert/strict';
import { trailerLinks } from '../../../../../src/patches/page/people/trailer-links.ts';

const people = new Map([['ana@example.org', '~ana']]);
const linked = (text: string) =>
	trailerLinks(text, people).map(({ start, end, open }) => [text.slice(start, end), open]);

describe('The links in trailers', () => {
	for (const [text, expected] of [
		['Text.\n\nReviewed-by: Ana Duarte <Ana@Example.org>\n', ['Ana Duarte']],
		['Co-developed-by: "Duarte, Ana" <ana@example.org>', ['Duarte, Ana']],
		['cc: Ana <ana@example.org>, Bob <bob@example.org>', ['Ana']],
		['  Tested-by: Ana <ana@example.org> # on OpenBSD\nTested-by: A <ana@example.org>', ['Ana', 'A']],
		['Reviewed-by: Bob <bob@example.org>', []],
		['Ana <ana@example.org>', []],
		['Reviewed-by: <ana@example.org>', []],
		['I hope for a Reviewed-by: Ana <ana@example.org>', []],
	] as const)
		it(`are the names of known people in ${JSON.stringify(text)}: ${expected.length}`, () => {
			assert.deepEqual(
				linked(text),
				expected.map((name) => [name, 'user:~ana']),
			);
		});

	for (const part of ['a-', ' ', ' x', 'Cc: a ', 'Cc: a <', 'Cc: " ', '\n\t', '\rcc:a', '\u2028cc:a'])
		it(`are found in linear time if ${JSON.stringify(part)} is repeated`, () => {
			const text = part.repeat(250_000 / part.length);
			assert.deepEqual(linked(`Acked-by:${text}`), []);
			assert.deepEqual(linked(`Acked-by:${text}x`), []);
		});
});
