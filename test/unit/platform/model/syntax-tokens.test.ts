import assert from 'node:assert/strict';
import { syntaxTokenTypes } from '../../../../src/platform/model/syntax-token-types.ts';
import { languageOf, tokenizeCode } from '../../../../src/platform/model/syntax-tokens.ts';

/** The parts of code that have a tone, by line. */
function named(code: string, language: string): readonly string[] {
	const lines = code.split('\n');
	return (tokenizeCode(code, language) ?? []).map((line, nth) => {
		const parts: string[] = [];
		for (let at = 0; at < line.length; at += 3)
			parts.push(`${syntaxTokenTypes[line[at + 2] ?? -1]} ${lines[nth]?.slice(line[at], line[at + 1])}`);
		return parts.join(', ');
	});
}

describe('The tones of code', () => {
	it('are those of the parts of each line', () => {
		assert.deepEqual(named('if (a < 1 && b)\n\treturn "x & <y>"; // end\n/* a\n b */ return;', 'c'), [
			'keyword if, number 1',
			'keyword return, string "x & <y>", comment // end',
			'comment /* a',
			'comment  b */, keyword return',
		]);
	});

	it('are none for a part of a string that is code', () => {
		assert.deepEqual(named('f"a{b}c"', 'python'), ['string f"a, string c"']);
	});

	it('have all characters of markup in the code as text', () => {
		const code = '</script><span class="hljs-keyword">\'&amp;"';
		assert.equal(named(`"${code}"`, 'js').length, 1);
		assert.deepEqual(named(`# ${code}`, 'python'), [`comment # ${code}`]);
	});

	it('are not known for another language, and for code that would take too long', () => {
		assert.equal(tokenizeCode('a', 'unknown'), undefined);
		assert.equal(tokenizeCode('a\n'.repeat(20_000), 'c'), undefined);
		assert.equal(tokenizeCode(`"${'a'.repeat(400)}"`, 'c'), undefined);
	});
});

describe('The language of a file', () => {
	const languages: Readonly<Record<string, string>> = {
		'src/open.c': 'c',
		'include/open.h': 'h',
		Makefile: 'makefile',
		'lib/Main.RS': 'rs',
		'a.b/README': 'readme',
	};
	for (const [path, language] of Object.entries(languages))
		it(`is ${language} for ${path}`, () => assert.equal(languageOf(path), language));
});
