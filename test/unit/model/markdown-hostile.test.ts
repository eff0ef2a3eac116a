import assert from 'node:assert/strict';
import fc from 'fast-check';
import { excerpt } from '../../../src/model/markdown/excerpt.ts';
import { highlight } from '../../../src/model/markdown/highlight.ts';
import { renderer } from '../../../src/model/markdown/renderer.ts';
import { htmlProblems } from './html.ts';

const places = { trackers: 'https://todo.example.org' };
const render = renderer({ places, here: { owner: '~ana', tracker: 'editor' }, highlight });

/** Schemes that run, read, or leave the web; as targets of every kind of link. */
const schemes = [
	'javascript:alert(1)',
	'JaVaScRiPt:alert(1)',
	'javascript&colon;alert(1)',
	'java&#x0A;script:alert(1)',
	'java&Tab;script:alert(1)',
	'&#106;avascript:alert(1)',
	'&#x6A&#x61vascript:alert(1)',
	'\u0001javascript:alert(1)',
	'\u00a0javascript:alert(1)',
	'%6aavascript:alert(1)',
	'javascript://todo.example.org/%0Aalert(1)',
	'vbscript:msgbox(1)',
	'data:text/html,<script>alert(1)</script>',
	'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
	'data:image/svg+xml,<svg/onload=alert(1)>',
	'data:image/png;base64,AAAA',
	'command:workbench.action.terminal.new',
	'command:tildeforge.signOut?%5B%5D',
	'vscode:extension/evil.evil',
	'vscode://evil.evil/x',
	'vscode-insiders://evil.evil/x',
	'vscode-webview://x/y',
	'vscode-resource://x/y',
	'file:///etc/passwd',
	'file:\\\\host\\share',
	'blob:https://todo.example.org/x',
	'filesystem:https://todo.example.org/x',
	'about:blank',
	'ftp://host.example/x',
	'ssh://host.example/x',
	'ms-msdt:/id',
	'search-ms:query=x',
	'tel:123',
	'view-source:https://a.example',
	'jar:https://a.example!/x',
	'//evil.example/x',
	'/\\evil.example/x',
	'\\\\evil.example\\x',
	'/\t/evil.example',
	'https:evil.example',
	'https:/evil.example',
	'https:\\\\evil.example',
	'https://todo.example.org@evil.example/',
	'https://user:pass@evil.example/',
	'https://',
	'https://[',
	'mailto:',
	'mailto://x',
	'C:\\Windows\\system32',
];

/** What is left of some is a path below the tracker's own address, or a piece that shows itself as what it is. */
const harmless = ['todo.example.org', 'a.example', 'user'];

const shapes: readonly ((target: string) => string)[] = [
	(target) => `[x](${target})`,
	(target) => `[x](<${target}>)`,
	(target) => `[x][y]\n\n[y]: ${target}`,
	(target) => `[x][y]\n\n[y]: <${target}>`,
	(target) => `<${target}>`,
	(target) => target,
	(target) => `![x](${target})`,
	(target) => `[![x](${target})](${target})`,
];

const vectors = [
	'<script>alert(1)</script>',
	'<img src=x onerror=alert(1)>',
	'<svg onload=alert(1)>',
	'<svg><script>alert(1)</script></svg>',
	'<iframe srcdoc="<script>alert(1)</script>">',
	'<a href="javascript:alert(1)">x</a>',
	'<a href=# data-open="command:x">x</a>',
	'<button data-src="file:///x">x</button>',
	'<style>*{display:none}</style>',
	'<link rel=stylesheet href=https://evil.example>',
	'<meta http-equiv=refresh content="0;url=https://evil.example">',
	'<base href=https://evil.example>',
	'<form action=https://evil.example><input type=submit></form>',
	'<details open ontoggle=alert(1)>',
	'<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
	'<!--><script>alert(1)</script-->',
	'<![CDATA[<script>alert(1)</script>]]>',
	'<?xml-stylesheet href="javascript:alert(1)"?>',
	'<x onclick=alert(1)>',
	'</p></div><script>alert(1)</script>',
	'[x](https://a.example "\\" onmouseover=\\"alert(1)")',
	'[x](https://a.example \'" onmouseover="alert(1)\')',
	'[x](https://a.example/"onmouseover="alert(1))',
	'[x](https://a.example/%22onmouseover=alert(1))',
	"[x](https://a.example/'onmouseover='alert(1))",
	'[x](<https://a.example/ "onmouseover=alert(1)>)',
	'![" onerror="alert(1)](https://a.example/x.png)',
	'!["><script>alert(1)</script>](https://a.example/x.png)',
	'![x](https://a.example/x.png"onerror="alert(1))',
	'![\u202e"](https://a.example/x.png)',
	'![![x](javascript:a)](https://a.example/x.png)',
	'[a [b](https://a.example) c](https://b.example)',
	'[<img src=x onerror=alert(1)>](https://a.example)',
	'[x](https://a.example/\u202egnp.exe)',
	'[x](https://a.example/&quot;&gt;&lt;script&gt;)',
	'<https://a.example/"onmouseover="alert(1)>',
	'<https://a.example/<script>alert(1)</script>>',
	'https://a.example/"onmouseover="alert(1)',
	"https://a.example/'><script>alert(1)</script>",
	'https://a.example/\u202ex',
	'```"><script>alert(1)</script>\nx\n```',
	'```js" onload="alert(1)\nx\n```',
	'```__proto__\nx\n```',
	'```constructor\nx\n```',
	'```html\n<script>alert(1)</script><img src=x onerror=alert(1)>\n```',
	'```xml\n<!--</code></pre><script>alert(1)</script>-->\n```',
	'```js\n`$\u007b"</span><script>alert(1)</script>"}`\n```',
	'`<script>alert(1)</script>`',
	'    <script>alert(1)</script>',
	'# <script>alert(1)</script>',
	'| <script> | x |\n|:-:|--:|\n| <img onerror=a> | `|` |',
	'|a|\n|:"onload="alert(1):|\n|b|',
	'- [x](javascript:a) <script>',
	'- [ ] <img src=x onerror=alert(1)>',
	'1"onload="alert(1). x',
	'999999999. x',
	'~bob"onclick="alert(1)',
	'~bob/x"y#12',
	'#12"><script>',
	'&lt;script&gt;alert(1)&lt;/script&gt;',
	'&#60;script&#62;alert(1)&#60;/script&#62;',
	'\\<script\\>alert(1)\\</script\\>',
	'<scr\0ipt>alert(1)</scr\0ipt>',
	'\ufeff<script>alert(1)</script>',
	'\u{e003c}script\u{e003e}',
	'＜script＞alert(1)＜/script＞',
	'[x]: https://a.example "onload=alert(1)"\n\n[x]',
	'[constructor]\n\n[__proto__]: javascript:alert(1)\n\n[__proto__]',
	'{{constructor.constructor("alert(1)")()}} $\u007balert(1)} <%= x %>',
	'![x](https://a.example/x.svg#<script>)',
	'[x](mailto:a@b.example?attach=/etc/passwd&subject=y)',
	'\ud800\udc00\udc00\ud800<\ud800>',
];

describe('Hostile Markdown', () => {
	it('comes in many kinds', () => assert.ok(vectors.length >= 60 && schemes.length >= 40));

	for (const [index, vector] of vectors.entries()) {
		it(`becomes nothing but text: ${index + 1} ${JSON.stringify(vector.slice(0, 60))}`, () => {
			assert.deepEqual(htmlProblems(render(vector).html), []);
		});
	}

	for (const target of schemes) {
		it(`leads nowhere: ${JSON.stringify(target)}`, () => {
			for (const shape of shapes) {
				const { html } = render(shape(target));
				assert.deepEqual(htmlProblems(html), [], shape(target));
				const opens = [...html.matchAll(/data-(?:open|src)="([^"]*)"/g)].map(
					([, to = '']) => new URL(to).host,
				);
				assert.deepEqual(
					opens.filter((host) => !harmless.includes(host)),
					[],
					shape(target),
				);
			}
		});
	}

	it('gives a mail program nothing to attach', () => {
		const { html } = render('[x](mailto:a@b.example?attach=/etc/passwd&subject=y%20z&Attachment=x)');
		assert.match(html, /data-open="mailto:a@b\.example\?subject=y%20z"/);
	});

	it('names the true host of a link that shows another', () => {
		const { html } = render('[https://good.example](https://evil.example) https://gооd.example');
		assert.match(html, /title="https:\/\/evil\.example\/"/);
		assert.match(html, /title="https:\/\/xn--/);
	});

	it('whatever it is, is written as nothing but allowed tags and attributes', () => {
		const words = [
			...vectors,
			...schemes,
			'*',
			'_',
			'`',
			'[',
			'](',
			')',
			'![',
			'<',
			'>',
			'|',
			'\n',
			'\n\n',
			'> ',
			'- ',
			'- [x] ',
			'~~',
			'&#x3c;',
			'#',
			'~bob',
			'"',
			"'",
			'\\',
			'```',
			'|-|',
			'\t',
			'\u202e',
		];
		const piece = fc.oneof(
			fc.constantFrom(...words),
			fc.string({ unit: 'binary', maxLength: 8 }),
			fc.string({ maxLength: 8 }),
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
				const markdown = pieces.join('');
				assert.deepEqual(htmlProblems(render(markdown).html), []);
				assert.ok(excerpt(markdown, 40).length < 1000);
			}),
			{ numRuns: 300 },
		);
	}).timeout(20_000);
});

/** These take for ever, where something takes the square of a length, or its power of two. */
const burdens = [
	'>',
	'> ',
	'[',
	'](',
	'![',
	'*',
	'**a ',
	'*a _b ',
	'`',
	'`a``',
	'~',
	'~~a',
	'<',
	'<!--',
	'<a ',
	'&',
	'\\',
	'|',
	'|a\n|-\n',
	'- ',
	'- a\n',
	'1. ',
	'# ',
	'#1 ',
	'~bob ',
	'a@',
	'https://a.',
	'https://a.b/(',
	'[a]: b\n',
	'[a]: <',
	'[a](b ',
	'```\n',
	'\n',
	' ',
	'\t',
	'\u202e',
	'\u200d',
	'👩\u200d',
	'\ud800',
];

describe('A megabyte of one thing', () => {
	for (const burden of burdens) {
		it(`is shown, and as much as is formatted at all is formatted: ${JSON.stringify(burden)}`, () => {
			const all = burden.repeat(2 ** 20 / burden.length);
			assert.match(render(all).html, /too long/);
			assert.deepEqual(htmlProblems(render(all.slice(0, 32_768)).html), []);
			assert.ok(excerpt(all, 200).length < 3000);
		}).timeout(20_000);
	}
});
