import assert from 'node:assert/strict';
import { renderer } from '../../../../src/platform/model/markdown/renderer.ts';
import { findWebAddresses } from '../../../../src/platform/model/markdown/web-addresses.ts';
import { htmlProblems, textOf } from '../../../kit/pages/html.ts';

const render = renderer({ addresses: {}, currentTracker: { owner: '~ana', tracker: 'editor' } });
const plainLinks = (text: string) => findWebAddresses(text).map(({ start, end }) => text.slice(start, end));

/** The texts of the links in Markdown. */
function links(markdown: string): readonly string[] {
	const { html } = render(markdown);
	assert.deepEqual(htmlProblems(html), []);
	return [...html.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, words = '']) => textOf(words));
}

describe('An address in a text', () => {
	/** The links of a text, in Markdown and in plain text. */
	const addresses: readonly [text: string, ...links: string[]][] = [
		['(https://a.example/b),(https://c.example)', 'https://a.example/b', 'https://c.example'],
		['[x]https://a.example/b](c', 'https://a.example/b'],
		["https://a.example's", 'https://a.example'],
		['https://a.example|b', 'https://a.example'],
		['https://a.example./b', 'https://a.example./b'],
		['https://my_host.a.example/b', 'https://my_host.a.example/b'],
		[
			'https://en.wikipedia.org/wiki/Schrödinger–Newton_(equation).',
			'https://en.wikipedia.org/wiki/Schrödinger–Newton_(equation)',
		],
		['https://a.example/b;c,d!e…', 'https://a.example/b;c,d!e'],
		['https://[2001:db8::1]:8080/b, http://[::1].', 'https://[2001:db8::1]:8080/b', 'http://[::1]'],
		['http://localhost:8080; https://a.example:443?b', 'http://localhost:8080', 'https://a.example:443?b'],
		['https://bücher.example/ä, http://пример.рф.', 'https://bücher.example/ä', 'http://пример.рф'],
		['https://例え.jp/パス、https://i❤.example', 'https://例え.jp/パス', 'https://i❤.example'],
		['https://a.example/?b=https://c.example', 'https://a.example/?b=https://c.example'],
		['https://a.example/b_c_d*e*f', 'https://a.example/b_c_d*e*f'],
		['https://a.example/~ana/b@c', 'https://a.example/~ana/b@c'],
		['https://a.example/r/<b', 'https://a.example/r/'],
		['HTTPS://A.example', 'HTTPS://A.example'],
		['See www.a.example/b, (www.c.example).', 'www.a.example/b', 'www.c.example'],
		['mailto:ana@a.example?subject=b.', 'mailto:ana@a.example?subject=b'],
	];
	for (const [text, ...expected] of addresses)
		it(`is a link in Markdown and in plain text: ${text}`, () =>
			assert.deepEqual([links(text), plainLinks(text)], [expected, expected]));

	const none: readonly string[] = [
		'https:// https://, https://- http://http:// ahttps://a.example git+https://a.example',
		'https://ana@a.example https://ana:b@a.example/ https://a.example:b@c.example',
		'www. www.a www.3 x.www.a.example foo/www.a.example mailto: mailto:b https:a.example',
	];
	for (const text of none)
		it(`is not found in ${text}`, () => assert.deepEqual([links(text), plainLinks(text)], [[], []]));

	it('opens without encryption after www., as on other forges', () => {
		assert.match(render('www.a.example/b').html, /data-open="http:\/\/www\.a\.example\/b"/);
	});

	/** In Markdown, an address can have escaped characters and entities. */
	const escaped: readonly [text: string, opened: string][] = [
		['https://a.example/b\\_c\\_d', 'https://a.example/b_c_d'],
		['https://a.example/?b=1&amp;c=2', 'https://a.example/?b=1&c=2'],
		['https://a.example/?b=1&copy=2', 'https://a.example/?b=1&copy=2'],
		['https://a.example/b&lt;c', 'https://a.example/b'],
		['&quot;https://a.example/b&quot;', 'https://a.example/b'],
		['https://a.example/b&nbsp;', 'https://a.example/b'],
		['**b** *https://a.example/c_d*', 'https://a.example/c_d'],
		['<details>https://a.example/b_c</details>', 'https://a.example/b_c'],
		['# www.a.example', 'http://www.a.example/'],
	];
	for (const [text, opened] of escaped) {
		it(`is a link in Markdown: ${text}`, () => {
			const { html } = render(text);
			assert.deepEqual(
				[...html.matchAll(/data-open="([^"]*)"/g)].map(([, one = '']) => textOf(one)),
				[opened],
			);
		});
	}

	it('is found up to a number of them', () => {
		assert.equal(findWebAddresses('https://a.example '.repeat(9), 3).length, 3);
	});

	/** The shortest of three times, in milliseconds of the processor. */
	function timeOf(text: string): number {
		const once = () => {
			const before = process.cpuUsage();
			findWebAddresses(text, 500);
			const { user, system } = process.cpuUsage(before);
			return (user + system) / 1000;
		};
		return Math.min(once(), once(), once());
	}

	for (const piece of [
		...[
			'https://',
			'http://a',
			'www.',
			'www.a',
			'mailto:',
			'mailto:a@',
			'https://a',
			'https://a@',
			'https://[::',
		],
		...['https://a)', 'https://a.b/', 'a.', 'https://a.example/(', '[', ':'],
	]) {
		it(`is found in linear time in a megabyte of ${piece}`, () => {
			const eighth = piece.repeat(131_072 / piece.length);
			const [short, long] = [timeOf(eighth), timeOf(eighth.repeat(8))];
			// A busy machine may double a time. A search in quadratic time takes 64 times as long.
			assert.ok(long < 50 || long < 24 * short, `${short} ms for an eighth, ${long} ms for all`);
		}).timeout(10_000);
	}
});
