import assert from 'node:assert/strict';
import { checkResults } from '../../../../src/patches/page/check-results.ts';

const now = Date.UTC(2026, 10, 9);
const shown = (details: string, icon = 'success') => {
	const [check] = checkResults([{ id: 1, updated: '', icon, details }], now, 'UTC');
	return check ?? assert.fail();
};

describe('A check of a series', () => {
	for (const [icon, state, glyph] of [
		['pending', 'Pending', 'clock'],
		['waiting', 'Running', 'play-circle'],
		['success', 'Passed', 'pass'],
		['failed', 'Failed', 'error'],
		['cancelled', 'Canceled', 'circle-slash'],
		['on_hold', 'On hold', 'question'],
		['constructor', 'Constructor', 'question'],
	] as const)
		it(`says ${state}`, () => {
			const check = shown('', icon);
			assert.deepEqual([check.state, check.icon], [state, glyph]);
		});

	it('has a time if the forge says one', () => {
		assert.equal(shown('').time, null);
		const tool = { id: 1, updated: '2026-11-08T23:00:00Z', icon: 'success', details: '' };
		assert.equal(checkResults([tool], now, 'UTC')[0]?.time?.text, '1 hour ago');
	});

	const job = 'https://builds.test/~ana/job/1';
	for (const [what, details, pieces] of [
		['a link in Markdown', `[#1](${job}) alpine.yml`, [{ link: '#1', open: job }, ' alpine.yml']],
		['an address', `Log: ${job}.`, ['Log: ', { link: job, open: job }, '.']],
		[
			'several links',
			`[a](${job})[b](${job})`,
			[
				{ link: 'a', open: job },
				{ link: 'b', open: job },
			],
		],
		['no text', '', []],
		['several lines', ' one\r\n\n two ', ['one two']],
		['other Markdown', '**bold** `code` <b>html</b>', ['**bold** `code` <b>html</b>']],
		['a reference', '~ana/editor#1', ['~ana/editor#1']],
		['a program to run', '[run](javascript:alert(1))', ['[run](javascript:alert(1))']],
		['another program to run', '[run](command:x)', ['[run](command:x)']],
		['a file', '[open](file:///etc/passwd)', ['[open](file:///etc/passwd)']],
		[
			'a mail address',
			'[write](mailto:a@x.test) mailto:b@x.test',
			['[write](mailto:a@x.test) mailto:b@x.test'],
		],
		['a user in an address', '[in](https://good.test@evil.test/)', ['[in](https://good.test@evil.test/)']],
		['a path', '[up](/~ana)', ['[up](/~ana)']],
		['control characters', 'a\u0000b\u202ec\u001b[31m', ['a‹U+0000›b‹U+202E›c‹U+001B›[31m']],
	] as const)
		it(`shows as text what is no link to a web page: ${what}`, () => {
			assert.deepEqual(shown(details).details, pieces);
		});
});
