import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { root } from '../tools/places.ts';

/** The last commit before this rule. */
const before = 'a9e91f3c';
const longest = 72;

describe('The subject of a commit', () => {
	it(`has at most ${longest} characters, and the body has the rest`, () => {
		const log = (...range: readonly string[]) =>
			spawnSync('git', ['log', '--no-merges', '--format=%s', ...range], { cwd: root, encoding: 'utf8' });
		const all = log(`${before}..HEAD`);
		// A clone that is not complete does not have the older commit.
		const { status, stdout } = all.status === 0 ? all : log('-1');
		assert.equal(status, 0, 'git can read the history');
		assert.deepEqual(
			stdout.split('\n').filter((subject) => subject.length > longest),
			[],
		);
	});
});
