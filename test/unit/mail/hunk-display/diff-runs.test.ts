import assert from 'node:assert/strict';
import { diffRuns } from '../../../../src/mail/hunk-display/diff-runs.ts';

const drawn = (...lines: readonly string[]) =>
	diffRuns(lines.join('\n')).map(({ kind, text }) => `${kind}: ${text}`);

describe('The lines of the text of a diff', () => {
	it('are added, removed, unchanged or above them', () => {
		const head = ['diff --git a/x b/x', '--- a/x', '+++ b/x'];
		assert.deepEqual(
			drawn(' x | 2 +-', '', ...head, '@@ -1,3 +1,3 @@ f()', ' a', '', '-b', '-- c', '+d', ' e'),
			[
				`head:  x | 2 +-\n\n${head.join('\n')}`,
				'hunk: @@ -1,3 +1,3 @@ f()',
				'same:  a\n',
				'removed: -b\n-- c',
				'added: +d',
				'same:  e',
			],
		);
	});

	it('are above the next file again', () => {
		for (const next of [['diff --git a/y b/y'], ['Index: y'], ['--- y', '+++ y']])
			assert.deepEqual(drawn('@@ -1 +1 @@', '-a', ...next, '@@ -1 +1 @@'), [
				'hunk: @@ -1 +1 @@',
				'removed: -a',
				`head: ${next.join('\n')}`,
				'hunk: @@ -1 +1 @@',
			]);
	});

	it('are removed if they only look like a file', () => {
		assert.deepEqual(drawn('@@ -1,2 +0,0 @@', '--- a', '-b'), [
			'hunk: @@ -1,2 +0,0 @@',
			'removed: --- a\n-b',
		]);
	});

	it('are changed if they only look like the names of a file', () => {
		assert.deepEqual(drawn('@@ -1,2 +1,2 @@', '--- a', '+++ b', ' c'), [
			'hunk: @@ -1,2 +1,2 @@',
			'removed: --- a',
			'added: +++ b',
			'same:  c',
		]);
	});

	it('are few, and complete', () => {
		const text = `@@ -1 +1 @@\n${'+a\n-b\n'.repeat(50_000)}`;
		const runs = diffRuns(text);
		assert.ok(runs.length < 2100);
		assert.equal(`${runs.map((run) => run.text).join('\n')}\n`, text);
	});

	it('are neither added nor removed where they are too many to tell', () => {
		for (const lines of ['+a\n-b\n', '-b\n+a\n', '+a\n b\n'])
			assert.equal(diffRuns(`@@ -1 +1 @@\n${lines.repeat(3000)}`).at(-1)?.kind, 'same');
	});

	it('are read in linear time', () => {
		for (const line of ['--- a\n', '--- ', '@@\n', '\n'])
			diffRuns(`@@\n${line.repeat(1_000_000 / line.length)}`);
	});
});
