import assert from 'node:assert/strict';
import { repositoryWords } from '../../../../src/inbox/model/repository-words.ts';
import type { RepositoryHappening } from '../../../../src/platform/model/forge-events.ts';
import { repositoryEvent } from '../events.ts';

const commit = { id: 'abc', message: 'Draw the gutter\n\nMore words', author: 'Bob Ellis' };

const cases: readonly (readonly [
	event: Partial<RepositoryHappening>,
	label: string,
	passive: string,
	icon: string,
])[] = [
	[
		{ kind: 'pushed', commits: [commit, commit] },
		...['~bob pushed 2 commits to master', '2 commits by Bob Ellis pushed to master', 'repo-push'],
	] as const,
	[
		{ kind: 'pushed', commits: [commit], commitCount: 300 },
		...['~bob pushed 300 commits to master', '300 commits pushed to master', 'repo-push'],
	] as const,
	[{ kind: 'pushed' }, '~bob pushed to master', 'Push to master', 'repo-push'],
	[{ kind: 'force-pushed' }, '~bob force-pushed master', 'Force push to master', 'repo-force-push'],
	[
		{ kind: 'ref-created', ref: 'refs/heads/fix/undo' },
		...['~bob created branch fix/undo', 'Branch fix/undo created', 'git-branch'],
	] as const,
	[{ kind: 'ref-created', ref: 'refs/tags/v1' }, '~bob created tag v1', 'Tag v1 created', 'tag'],
	[{ kind: 'ref-deleted' }, '~bob deleted branch master', 'Branch master deleted', 'trash'],
	[
		{ kind: 'ref-created', ref: 'refs/notes/commits' },
		...['~bob created ref refs/notes/commits', 'Ref refs/notes/commits created', 'git-branch'],
	] as const,
	[{ kind: 'repository', ref: '' }, '~bob changed the repository', 'Repository changed', 'repo'],
];

describe('The words for what happened in a repository', () => {
	for (const [event, label, passive, icon] of cases) {
		it(`are "${label}"`, () => {
			const words = repositoryWords(repositoryEvent(event));
			assert.deepEqual([words.spoken, words.icon], [label, icon]);
			assert.equal(repositoryWords(repositoryEvent({ ...event, by: '' })).spoken, passive);
		});
	}

	it('name all that one push has changed, and several branches together', () => {
		const created = (name: string) =>
			repositoryEvent({ kind: 'ref-created', ref: `refs/heads/${name}`, title: 'Blink slowly' });
		const wordsOf = (...events: readonly RepositoryHappening[]) => {
			const [newest = repositoryEvent(), ...older] = events.toReversed();
			const { label, details } = repositoryWords(newest, older);
			return [label, details];
		};
		assert.deepEqual(wordsOf(created('a'), created('b')), ['~bob created branches a and b', 'Blink slowly']);
		assert.deepEqual(wordsOf(...['a', 'b', 'c', 'd'].map(created)), [
			'~bob created branches a, b and 2 more',
			'Blink slowly',
		]);
		const tag = repositoryEvent({ kind: 'ref-created', ref: 'refs/tags/v1' });
		assert.deepEqual(wordsOf(repositoryEvent({ commits: [commit] }), tag), [
			'~bob pushed 1 commit to master and created tag v1',
			'Draw the gutter',
		]);
		const unknown = repositoryWords({ ...tag, by: '' }, [repositoryEvent({ by: '' })]);
		assert.equal(unknown.spoken, 'Push to master, Tag v1 created');
	});

	it('show names and messages of other users safely', () => {
		const hostile = { ...commit, message: 'Nothing \u202eto see' };
		const words = repositoryWords(repositoryEvent({ ref: 'refs/heads/a\u200bb', commits: [hostile] }));
		assert.equal(words.label, '~bob pushed 1 commit to a‹U+200B›b');
		assert.equal(words.details, 'Nothing ‹U+202E›to see');
	});
});
