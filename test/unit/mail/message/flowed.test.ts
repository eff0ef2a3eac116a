import assert from 'node:assert/strict';
import fc from 'fast-check';
import { unflow } from '../../../../src/mail/message/flowed.ts';

describe('The lines of a flowed text', () => {
	const cases: Readonly<Record<string, readonly [flowed: string, text: string, delSp?: true]>> = {
		'are joined where they were wrapped': ['one \ntwo \nthree\nfour\n', 'one two three\nfour\n'],
		'are joined without the space where they were wrapped, with DelSp': [
			'on \ne  \ntwo\n',
			'one two\n',
			true,
		],
		'lose the space that was put before them': ['  one\n From two\n >three\n', ' one\nFrom two\n>three\n'],
		'lose the space that was put before a continuation': ['+one \n -two\n', '+one -two\n'],
		'end as in the mail': ['one \r\ntwo\r\n three', 'one two\r\nthree'],
		'keep a space before the end of the text': ['one \n', 'one \n'],
		'keep it with DelSp, too': ['one \n', 'one \n', true],
		'are not joined with a signature': ['one \n-- \nAna\n', 'one \n-- \nAna\n'],
		'are not joined with a quoted signature': ['> one \n> -- \n> Ana\n', '> one \n> -- \n> Ana\n'],
		'are joined within a quote': ['> +one \n> two\n>three\n', '> +one two\n>three\n'],
		'are joined within a quote of a quote': ['>> one \n>>two\n', '>> one two\n'],
		'are joined within a quote whose marks have spaces between': ['> > one \n> > two\n', '> > one two\n'],
		'are not joined with a quote of another depth': ['> one \n>> two \nthree\n', '> one \n>> two \nthree\n'],
		'are not joined after an empty line of a quote': ['> \n> one\n', '> \n> one\n'],
		'are not joined after a line of one space': [' \none\n', '\none\n'],
	};
	for (const [what, [flowed, text, delSp = false]] of Object.entries(cases)) {
		it(what, () => assert.equal(unflow(flowed, delSp), text));
	}

	it('are those of the author, wherever they were wrapped', () => {
		const line = fc
			.string({ unit: fc.constantFrom(...'ab+- >@'), maxLength: 12 })
			.map((text) => text.trimEnd().replace(/^>+/, '+'));
		const cuts = fc.array(fc.nat({ max: 10 }), { maxLength: 3 });
		const lines = fc.array(fc.tuple(line, cuts), { maxLength: 8 });
		fc.assert(
			fc.property(lines, fc.constantFrom('\n', '\r\n'), (written, lineBreak) => {
				const flowed = written.flatMap(([text, cutsOfLine]) => {
					const places = [
						0,
						...cutsOfLine.filter((cut) => cut < text.length).sort((a, b) => a - b),
						text.length,
					];
					return places.slice(1).map((end, at) => {
						const piece = text.slice(places[at], end);
						return `${/^[ >]/.test(piece) ? ' ' : ''}${piece}${end < text.length ? ' ' : ''}`;
					});
				});
				// A piece that is empty, or that looks like a signature, says something else.
				fc.pre(flowed.every((piece) => piece !== ' ' && piece !== '-- '));
				assert.equal(
					unflow(flowed.map((piece) => piece + lineBreak).join(''), true),
					written.map(([text]) => text + lineBreak).join(''),
				);
			}),
		);
	});
});
