import assert from 'node:assert/strict';
import { visible } from '../../../../src/base/text/invisible-characters.ts';
import { highlight } from '../../../../src/platform/model/highlight.ts';
import { renderer } from '../../../../src/platform/model/markdown/renderer.ts';
import { htmlProblems, textOf } from '../../../kit/pages/html.ts';

const addresses = { trackers: 'https://todo.example.org' };
const currentTracker = { owner: '~ana', tracker: 'editor' };
const render = renderer({ addresses, currentTracker, highlight });

const web = (address: string, words = address, title = '') =>
	`<a href="#" data-open="${address}" title="${address}${title}">${words}</a>`;
const [undone, done] = [
	'<input type="checkbox" disabled aria-label="not done">',
	'<input type="checkbox" checked disabled aria-label="done">',
];
const code = (html: string) =>
	`<pre tabindex="0" role="group" aria-label="Code"><code>${html}</code></pre>\n`;

describe('Formatted Markdown', () => {
	const cases: readonly [what: string, markdown: string, html: string][] = [
		['emphasis', 'a *b* **c** ~~d~~ `e`', '<p>a <em>b</em> <strong>c</strong> <s>d</s> <code>e</code></p>\n'],
		['a line break', 'a  \nb\nc', '<p>a<br>\nb\nc</p>\n'],
		['tags as text', '<b>x</b> & "y"', '<p>&lt;b&gt;x&lt;/b&gt; &amp; &quot;y&quot;</p>\n'],
		['quotation marks and dashes unchanged', '"a" -- (c)', '<p>&quot;a&quot; -- (c)</p>\n'],
		['a rule', '---', '<hr>\n'],
		['a list that starts at five', '5. a', '<ol start="5"><li>a</li>\n</ol>\n'],
		['a web address', 'see https://a.example/b.', `<p>see ${web('https://a.example/b')}.</p>\n`],
		[
			'no link for a web address without a scheme',
			'README.md, example.org',
			'<p>README.md, example.org</p>\n',
		],
		[
			'a link',
			'[a *b*](https://c.example "t")',
			`<p>${web('https://c.example/', 'a <em>b</em>', '\nt')}</p>\n`,
		],
		['the address of a link without text', '[](https://c.example/)', `<p>${web('https://c.example/')}</p>\n`],
		['a link in struck-out text', '~~https://a.example/b~~', `<p><s>${web('https://a.example/b')}</s></p>\n`],
		['a link in emphasis', '_https://a.example/b_c_.', `<p><em>${web('https://a.example/b_c')}</em>.</p>\n`],
		[
			'a link at the end of emphasis',
			'__see https://a.example/b__',
			`<p><strong>see ${web('https://a.example/b')}</strong></p>\n`,
		],
		[
			'a link in angle brackets that ends with a mark of emphasis',
			'<https://a.example/b_>',
			`<p>${web('https://a.example/b_')}</p>\n`,
		],
		['the text of a link without a target', '[a]()', '<p>a</p>\n'],
		[
			'a link of a scheme that is not opened',
			'[a](irc://b.example/ä "t")',
			'<p><a href="#" data-open="unsupported:irc://b.example/%C3%A4" title="irc://b.example/%C3%A4\nt">a</a></p>\n',
		],
		[
			'a link of such a scheme without slashes',
			'[our room](matrix:r/editor:example.org)',
			'<p><a href="#" data-open="unsupported:matrix:r/editor:example.org" title="matrix:r/editor:example.org">our room</a></p>\n',
		],
		[
			'the address of such a link without text',
			'[](irc:b)',
			'<p><a href="#" data-open="unsupported:irc:b" title="irc:b">irc:b</a></p>\n',
		],
		['the name of a type in C++', 'std::vector<std::string> a', '<p>std::vector&lt;std::string&gt; a</p>\n'],
		['no image of a scheme that is not opened', '![a](ftp://b.example/c.png)', '<p>a</p>\n'],
		['the text of a link with an empty target in angle brackets', '[*a*](<>)', '<p><em>a</em></p>\n'],
		['the text of a link whose reference has no target', '[a][b]\n\n[b]: <>', '<p>a</p>\n'],
		['no user between two tildes that strike text out', '~not a person~', '<p>~not a person~</p>\n'],
		[
			'a mail address',
			'<~ana/list@lists.example.org>',
			`<p>${web('mailto:~ana/list@lists.example.org', '~ana/list@lists.example.org')}</p>\n`,
		],
		[
			'a link relative to the tracker',
			'[a](7)',
			`<p>${web('https://todo.example.org/~ana/editor/7', 'a')}</p>\n`,
		],
		[
			'a link relative to the root',
			'[a](/~bob/x/7)',
			`<p>${web('https://todo.example.org/~bob/x/7', 'a')}</p>\n`,
		],
		['the words of a link to an anchor', '[a](#b), [c]\n\n[c]: #b', '<p>a, c</p>\n'],
		['a ticket', 'see #12.', '<p>see <a href="#" data-open="ticket:~ana/editor#12">#12</a>.</p>\n'],
		[
			'a ticket of another tracker',
			'~bob/my_x.y#3',
			'<p><a href="#" data-open="ticket:~bob/my_x.y#3">~bob/my_x.y#3</a></p>\n',
		],
		['a user', '**~bob**', '<p><strong><a href="#" data-open="user:~bob">~bob</a></strong></p>\n'],
		['no reference in code', '`#12 ~bob`', '<p><code>#12 ~bob</code></p>\n'],
		[
			'no reference inside a link',
			'[#12](https://a.example/)',
			`<p>${web('https://a.example/', '#12')}</p>\n`,
		],
		['no reference for escaped characters', '\\#12 \\~bob', '<p>#12 ~bob</p>\n'],
		['an indented code block', '    a <b', code('a &lt;b')],
		[
			'a code block in a known language',
			'```JS foo\nlet a;\n```',
			code('<span class="hljs-keyword">let</span> a;'),
		],
		['a code block in an unknown language', '```x"onload=\nlet a;\n```', code('let a;')],
		[
			'tasks',
			'- [ ] a\n- [x] b',
			`<ul><li class="task">${undone} a</li>\n<li class="task">${done} b</li>\n</ul>\n`,
		],
		['a list with one task', '- [ ] a\n- b', `<ul><li class="task">${undone} a</li>\n<li>b</li>\n</ul>\n`],
		[
			'tasks in a numbered list',
			'3. [X] a\n4. b',
			`<ol start="3"><li class="task">${done} a</li>\n<li>b</li>\n</ol>\n`,
		],
		[
			'tasks with several paragraphs, and a checkbox only in the first',
			'- [ ] a\n\n  [ ] b\n\n- c',
			`<ul><li class="task"><p>${undone} a</p>\n<p>[ ] b</p>\n</li>\n<li><p>c</p>\n</li>\n</ul>\n`,
		],
		[
			'tasks in quotes and in other tasks',
			'> - [ ] a\n>   1. [x] *b*',
			`<blockquote><ul><li class="task">${undone} a<ol><li class="task">${done} <em>b</em></li>\n</ol>\n</li>\n</ul>\n</blockquote>\n`,
		],
		['a loose list', '- a\n\n- b', '<ul><li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>\n'],
		[
			'aligned table columns without inline styles',
			'|a||\n|-:|:-:|\n|1|2|',
			'<div class="table-wrap" tabindex="0" role="group" aria-label="Table"><table>\n<thead><tr><th class="align-right">a</th><td class="align-center"></td></tr>\n</thead>\n<tbody><tr><td class="align-right">1</td><td class="align-center">2</td></tr>\n</tbody>\n</table></div>\n',
		],
		[
			'an invisible direction mark by code',
			'a\u202eb `\u200b`',
			'<p>a<span class="invisible-character">U+202E</span>b <code><span class="invisible-character">U+200B</span></code></p>\n',
		],
		[
			'a direction mark from an entity by code',
			'a&#x202e;b',
			'<p>a<span class="invisible-character">U+202E</span>b</p>\n',
		],
		[
			'a direction mark in highlighted code by code',
			'```c\n// \u202e\n```',
			code('<span class="hljs-comment">// <span class="invisible-character">U+202E</span></span>'),
		],
		['an entity decoded once', '&lt;b&gt; &amp;amp;', '<p>&lt;b&gt; &amp;amp;</p>\n'],
	];
	for (const [what, markdown, html] of cases) {
		it(`shows ${what}`, () => {
			assert.equal(render(markdown).html, html);
			assert.deepEqual(htmlProblems(html), []);
		});
	}

	it('starts headings below those of the page and skips no level', () => {
		const { html } = render('## a\n#### b\n###### c\n# d\n#\n## e\n### f\n#### g\n##### h\n');
		assert.deepEqual(html.match(/<[hp]\d?>\w?/g), [
			'<h3>a',
			'<h4>b',
			'<h5>c',
			'<h3>d',
			'<p>',
			'<h4>e',
			'<h5>f',
			'<h6>g',
			'<h6>h',
		]);
	});

	it('shows a button for each image and counts them', () => {
		const { html, images } = render(
			'![a *b*](https://i.example/p.png "t") ![](/q.png) ![c](mailto:d@e.example)',
		);
		assert.equal(
			html,
			'<p>a b <button type="button" class="image" data-src="https://i.example/p.png" data-alt="a b">Show image from i.example</button> ' +
				'<button type="button" class="image" data-src="https://todo.example.org/q.png">Show image from todo.example.org</button> c</p>\n',
		);
		assert.equal(images, 2);
	});

	it('puts the button of a linked image after the link', () => {
		const { html } = render('[![b](https://i.example/)](https://l.example/)');
		assert.equal(
			html,
			`<p>${web('https://l.example/', 'b')} <button type="button" class="image" data-src="https://i.example/" data-alt="b">Show image from i.example</button></p>\n`,
		);
	});

	it('has no relative links without the address of the tracker', () => {
		const { html } = renderer({ addresses: {}, currentTracker })('[a](/b) https://c.example/');
		assert.equal(html, `<p>[a](/b) ${web('https://c.example/')}</p>\n`);
	});

	it('resolves references in the tracker of its renderer', () => {
		const other = renderer({ addresses, currentTracker: { owner: '~bob', tracker: 'x' } });
		assert.match(other('#1').html, /ticket:~bob\/x#1/);
		assert.match(render('#1').html, /ticket:~ana\/editor#1/);
	});

	it('ignores a highlighter that returns anything but spans', () => {
		const bold = renderer({ addresses, currentTracker, highlight: () => '<b onclick="x">y</b>' });
		assert.equal(bold('```c\ny\n```').html, code('y'));
	});
});

describe('The highlighter', () => {
	const hard: readonly [what: string, code: string][] = [
		['very long code', 'a;\n'.repeat(4000)],
		['code with very long lines', 'a + '.repeat(100)],
		['code with very long words', 'a'.repeat(100)],
		['code with very long gaps', `a${'\n'.repeat(100)}b`],
	];
	for (const [what, text] of hard) {
		it(`skips ${what}`, () => assert.equal(highlight(text, 'javascript'), undefined));
	}

	for (const language of [
		'bash',
		'c',
		'diff',
		'go',
		'html',
		'js',
		'json',
		'py',
		'rs',
		'sh',
		'toml',
		'ts',
		'yml',
	]) {
		it(`supports ${language}`, () => assert.notEqual(highlight('a', language), undefined));
	}
});

describe('Markdown that is', () => {
	const cases: readonly [what: string, markdown: string, said: RegExp][] = [
		['too long', 'a *b* <c>\n'.repeat(10_000), /too long to be formatted/],
		['nested too deep', '> '.repeat(50), /too deep to be formatted/],
		[
			'nested too deep in lists',
			Array.from({ length: 30 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n'),
			/too deep/,
		],
		['nested too deep in emphasis', `${'*a '.repeat(60)}b${'*'.repeat(60)}`, /too deep/],
		['full of quotes that never end', 'a\n> >\n'.repeat(3000), /too intricate/],
		[
			'a small table with many cells',
			`${'|a'.repeat(500)}\n${'|-'.repeat(500)}\n${'|\n'.repeat(100)}`,
			/too intricate/,
		],
	];
	for (const [what, markdown, said] of cases) {
		it(`${what} is shown as plain text with an explanation`, () => {
			const { html } = render(markdown);
			assert.match(html, said);
			assert.deepEqual(htmlProblems(html), []);
			assert.ok(textOf(html).includes(markdown.trimEnd()));
		});
	}

	it('cut off is shown with the number of missing characters', () => {
		const { html } = render('>'.repeat(1_048_576));
		assert.match(html, /Its last 917,504 characters are not shown\./);
		assert.ok(html.length < 700_000);
	});

	it('16,384 characters of anything usual is formatted', () => {
		const usual = [
			'a ',
			'- a\n',
			'a\n\n',
			'**a** ',
			'`a` ',
			'[a](b) ',
			'#1 ~bob ',
			'> a\n\n',
			'| a | b |\n',
			'1. a\n',
			'https://a.example ',
			'    a\n',
			'# a\n',
			'![a](b) ',
		];
		for (const piece of usual) {
			const { html } = render(piece.repeat(16_384 / piece.length));
			assert.doesNotMatch(html, /aside-text/, piece);
		}
	});
});

describe('An invisible character', () => {
	const cases: readonly [text: string, shown: string][] = [
		['a\u00adb\u2060c', 'a‹U+00AD›b‹U+2060›c'],
		['a\u001b[1mb\u0000', 'a‹U+001B›[1mb‹U+0000›'],
		['a\ud800b', 'a‹U+D800›b'],
		['a\u{e0041}b\u{e0100}', 'a‹U+E0041›b‹U+E0100›'],
		['a\u200db', 'a‹U+200D›b'],
		['pay\u200cpal', 'pay‹U+200C›pal'],
		['tab\tline\nnäive – “x” 日本', 'tab\tline\nnäive – “x” 日本'],
		[
			'👩\u200d💻 ❤\ufe0f\u200d🔥 🏴\u{e0067}\u{e0062}\u{e0065}\u{e007f}',
			'👩\u200d💻 ❤\ufe0f\u200d🔥 🏴\u{e0067}\u{e0062}\u{e0065}\u{e007f}',
		],
		['می\u200cخواهم', 'می\u200cخواهم'],
		['葛\u{e0100}', '葛\u{e0100}'],
	];
	for (const [text, shown] of cases) {
		it(`is shown by code unless it belongs to its script or emoji: ${JSON.stringify(shown)}`, () =>
			assert.equal(visible(text), shown));
	}
});
