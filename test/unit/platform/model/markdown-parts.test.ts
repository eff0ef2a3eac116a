import assert from 'node:assert/strict';
import { parser, type Token } from '../../../../src/platform/model/markdown/parser.ts';
import { codeHtml, HtmlWriter, plainText, textHtml } from '../../../../src/platform/model/markdown/writer.ts';

const here = { owner: '~ana', tracker: 'editor' };
const tokensOf = (text: string, options: Parameters<typeof parser>[0] = {}): readonly Token[] => {
	const tokens = parser(options)(text);
	assert.ok(typeof tokens !== 'string', `refused: ${String(tokens)}`);
	return tokens;
};
/** The links of a text: what a reference opens, or the address. */
const links = (text: string, options: Parameters<typeof parser>[0] = {}) =>
	tokensOf(text, options)
		.flatMap(({ children }) => children ?? [])
		.flatMap((token) => (token.type === 'link_open' ? [token.meta?.open ?? token.attrGet('href')] : []));

describe('The parser of Markdown', () => {
	const cases: readonly [
		what: string,
		text: string,
		options: Parameters<typeof parser>[0],
		...links: string[],
	][] = [
		[
			'finds references',
			'See #7, other#8, ~bob/x#9 and ~eve.',
			{ currentTracker: here },
			'ticket:~ana/editor#7',
			'ticket:~ana/other#8',
			'ticket:~bob/x#9',
			'user:~eve',
		],
		['finds no references without a tracker', 'See #7 and ~eve.', {}],
		['finds no references in links', '[#7](https://a.test)', { currentTracker: here }, 'https://a.test/'],
		['finds no escaped references', '\\#7 \\~eve', { currentTracker: here }],
		['completes addresses without a host', '[a](b)', { base: 'https://a.test/c/' }, 'https://a.test/c/b'],
		['makes no links of addresses without a host if there is no base', '[a](b)', {}],
		[
			'marks addresses of other schemes, which are not opened',
			'[a](javascript:b) <irc://c> [d](unsupported:https://e)',
			{},
			'unsupported:javascript:b',
			'unsupported:irc://c',
			'unsupported:unsupported:https://e',
		],
		['makes no links of addresses without a host', '[a](https:b) <mailto:/c>', {}],
		['makes no links of names with two colons', 'a<std::string> [b](std::c)', {}],
		['makes empty links of empty addresses', '[a](<>)', {}, ''],
		['leaves emphasis marks out of addresses', '_https://a.test/b_', {}, 'https://a.test/b'],
		['makes no links of names that look like hosts', 'a.test ftp://a.test', {}],
		[
			'makes all links empty if only the words are wanted',
			'[a](https://a.test) [b](javascript:c)',
			{ wordsOnly: true },
			'',
			'',
		],
	];
	for (const [what, text, options, ...expected] of cases)
		it(what, () => assert.deepEqual(links(text, options), expected));

	const refusals: readonly [what: string, text: string, why: string | undefined][] = [
		['a text of 32,768 characters', 'a '.repeat(16_384), undefined],
		['a longer text', `${'a '.repeat(16_384)}a`, 'long'],
		[
			'many links that share a long address',
			`[a]: https://a.test/${'b'.repeat(8000)}\n\n${'[a] ![a]\n'.repeat(20)}`,
			'intricate',
		],
		['many links with addresses of their own', '[a](https://a.test) '.repeat(1600), undefined],
		['40 levels of quotes', `${'>'.repeat(40)} a`, undefined],
		['more levels of quotes', `${'>'.repeat(42)} a`, 'deep'],
		[
			'a table with very many cells',
			`|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${'|\n'.repeat(100)}`,
			'intricate',
		],
	];
	for (const [what, text, why] of refusals) {
		it(`${why === undefined ? 'accepts' : 'refuses'} ${what}`, () => {
			const parsed = parser({})(text);
			assert.equal(typeof parsed === 'string' ? parsed : undefined, why);
		});
	}

	it('is not exhausted by what it has parsed before', () => {
		const parse = parser({});
		const text = 'a *b* '.repeat(2000);
		for (let times = 0; times < 5; times++) assert.notEqual(typeof parse(text), 'string');
	});
});

describe('The writer of Markdown', () => {
	it('counts the images that can be shown', () => {
		const { html, images } = new HtmlWriter().write(tokensOf('![a](https://a.test/b) ![c](mailto:a@b.test)'));
		assert.equal(images, 1);
		assert.match(html, /data-src="https:\/\/a\.test\/b" data-alt="a"/);
		assert.match(html, / c<\/p>/);
	});

	it('uses only the highlighter’s own classes', () => {
		const code = tokensOf('```js\na\n```');
		const withHtml = (html: string) => new HtmlWriter(() => html).write(code).html;
		assert.match(
			withHtml('<span class="hljs-title function_">a</span>'),
			/<span class="hljs-title function_">a/,
		);
		assert.doesNotMatch(withHtml('<span class="evil">a</span>'), /<span/);
		assert.doesNotMatch(withHtml('<script>'), /<script/);
	});

	it('asks the highlighter for the language in lower case, without its options', () => {
		const asked: string[] = [];
		const highlight = (code: string, language: string) => {
			asked.push(`${language} ${code}`);
			return undefined;
		};
		for (const info of ['JS {1}', 'c++', '', '{x}'])
			new HtmlWriter(highlight).write(tokensOf(`\`\`\`${info}\na\n\`\`\``));
		assert.deepEqual(asked, ['js a', 'c++ a']);
	});

	it('numbers the headings below those of the page, without skipping a level', () => {
		const { html } = new HtmlWriter().write(
			tokensOf('## a\n\n#### b\n\n### c\n\n# d\n\n## e\n\n### f\n\n#### g\n\n##### h'),
		);
		assert.deepEqual(html.match(/<h\d>/g), ['<h3>', '<h4>', '<h4>', '<h3>', '<h4>', '<h5>', '<h6>', '<h6>']);
	});
});

describe('Text in HTML', () => {
	it('is escaped, with invisible characters by code', () => {
		assert.equal(
			textHtml('<a & "b">\u202e'),
			'&lt;a &amp; &quot;b&quot;&gt;<span class="invisible-character">U+202E</span>',
		);
		assert.match(codeHtml('x', 'A "b"\u202e'), /aria-label="A &quot;b&quot;‹U\+202E›"><code>x<\/code>/);
	});
});

describe('The plain text of inline Markdown', () => {
	it('has the words of images and spaces for line breaks', () => {
		const [, inline] = tokensOf('a *b*\nc  \n`d` ![e *f*](https://a.test/g)');
		assert.equal(plainText(inline?.children ?? []), 'a b c d e f');
	});
});
