import assert from 'node:assert/strict';
import type { SeenCommits } from '../../../../src/platform/model/forge-events.ts';
import { CommitSeenSource } from '../../../../src/repositories/state/commit-seen-source.ts';

describe('The commits that the user looks at', () => {
	it('are reported each time, with their repository alone', () => {
		const shown = new CommitSeenSource();
		const seen: SeenCommits[] = [];
		shown.onDidSee((one) => seen.push(one));
		const repository = { account: 'ana', owner: '~ana', repository: 'editor' };
		const target = { ...repository, kind: 'repository' };
		shown.see(target, ['a']);
		shown.see(target, ['a'], { 'refs/heads/master': 'a' });
		assert.deepEqual(seen, [
			{ repository, commits: ['a'], targets: {} },
			{ repository, commits: ['a'], targets: { 'refs/heads/master': 'a' } },
		]);
	});
});
