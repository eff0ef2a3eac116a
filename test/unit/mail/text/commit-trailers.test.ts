import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { type Trailer, trailersOf } from '../../../../src/mail/text/commit-trailers.ts';
import { onlyWhere } from '../../../tools/only-where.ts';

const format = (trailers: readonly Trailer[]) => trailers.map(({ key, value }) => `${key}: ${value}`);

describe('The trailers of a commit message', () => {
	const cases: readonly [what: string, lines: readonly string[], trailers: readonly string[]][] = [
		['may be missing', [], []],
		['may be all there is', ['Fixes: #1'], ['Fixes: #1']],
		[
			'are the last paragraph',
			['a: b', '', 'Text', '', 'Signed-off-by: Ana <a@x>', 'Closes: #1'],
			['Signed-off-by: Ana <a@x>', 'Closes: #1'],
		],
		['do not include the title', ['Fix: it', '', 'a: b'], ['a: b']],
		['are followed by empty lines at most', ['Fixes: #1', '', '  ', ''], ['Fixes: #1']],
		['are followed by empty lines at most', ['Fixes: #1', '', 'Text'], []],
		['may have spaces before the colon', ['Fixes : #1', 'a\t: b'], ['Fixes: #1', 'a: b']],
		['may have no space after the colon', ['Fixes:#1'], ['Fixes: #1']],
		['may have no value', ['Fixes:', 'a: b'], ['Fixes: ', 'a: b']],
		[
			'go on in lines that start with a space',
			['Fixes: #1', '  and #2', '\tand #3', 'a: b'],
			['Fixes: #1 and #2 and #3', 'a: b'],
		],
		['are no trailers if one line is other text', ['Fixes: #1', 'Text'], []],
		['are no trailers if they have spaces in the key', ['The end: here'], []],
		['are no trailers if other text goes on', ['Text', '  Fixes: #1'], []],
		[
			'may have other text beside a line of git',
			['Text', 'more', 'text', 'Signed-off-by: Ana'],
			['Signed-off-by: Ana'],
		],
		[
			'may have other text below a line of git',
			['Signed-off-by: Ana', 'Text', 'more', 'text'],
			['Signed-off-by: Ana'],
		],
		['may not have too much other text', ['Text', 'more', 'text', 'again', 'Signed-off-by: Ana'], []],
		[
			'may have other text beside a cherry pick',
			['Fixes: #1', 'Text', '(cherry picked from commit 1)'],
			['Fixes: #1'],
		],
		[
			'do not include a cherry pick, nor what continues it',
			['(cherry picked from commit 1)', ' x', 'a: b'],
			['a: b'],
		],
		['may have comments', ['Fixes: #1', '# text', 'a: b', '# text'], ['Fixes: #1', 'a: b']],
		['end before conflicts', ['Fixes: #1', '', 'Conflicts:', '\ta.txt', ''], ['Fixes: #1']],
		[
			'may be addresses',
			['Link: https://example.org/x:y', 'Change-Id: I1'],
			['Link: https://example.org/x:y', 'Change-Id: I1'],
		],
		['have keys of ASCII letters, digits and hyphens', ['Größe: 1', 'a_b: 2'], []],
	];
	for (const [what, lines, expected] of cases) {
		it(`${what}: ${lines.join(' | ')}`, () =>
			assert.deepEqual(format(trailersOf(lines.join('\n'))), expected));
	}

	it('may end with CRLF', () => {
		assert.deepEqual(format(trailersOf('Text\r\n\r\nFixes: #1\r\n  x\r\na: b\r\n')), ['Fixes: #1 x', 'a: b']);
	});

	it('take linear time', () => {
		for (const burden of [
			'\n',
			' \n',
			'a: b\n',
			' a\n',
			'a',
			'a ',
			'#\n',
			'Signed-off-by: \n',
			'Conflicts:\n',
		]) {
			trailersOf(burden.repeat(1_000_000 / burden.length));
		}
	});

	const line = fc.constantFrom(
		...[
			'Signed-off-by: Ana <a@x>',
			'Fixes: #1',
			'Reviewed-by:Bob',
			'a : b',
			': c',
			'-: d',
			'1-a\t: e',
			'Text',
			'two words: x',
		],
		...[
			'',
			'',
			' ',
			'\t',
			'  more',
			'\tmore: y',
			' Signed-off-by: x',
			'(cherry picked from commit 1)',
			'# comment',
			' # x',
		],
		...['Conflicts:', '\tfile', 'Größe: x', 'a:', 'b: \t', 'signed-off-by: x', 'c: d:e', 'Fixes #1: x', '#'],
	);
	const message = fc.array(line, { maxLength: 10 }).map((lines) => lines.join('\n'));
	const git = (text: string) =>
		spawnSync('git', ['-c', 'core.commentChar=#', 'interpret-trailers', '--parse', '--no-divider'], {
			input: text,
			encoding: 'utf8',
		});
	onlyWhere(git('').status === 0, 'needs git', 'are those that git finds', (title) =>
		it(title, () => {
			fc.assert(
				fc.property(message, (text) => {
					const { stdout } = git(`Title\n\n${text}\n`);
					const expected = stdout.split('\n').slice(0, -1);
					assert.deepEqual(format(trailersOf(`${text}\n`)), expected);
				}),
				{ numRuns: 60 },
			);
		}),
	);
});
