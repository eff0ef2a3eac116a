import assert from 'node:assert/strict';
import { eventToOpen, openActionOf } from '../../../../src/inbox/model/open-event.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { list, listEvent, repository, repositoryEvent, ticketEvent } from '../events.ts';

const commit = { id: 'c0ffee', message: 'Blink slowly', author: 'Bob' };
const row = (view: string, name: string) => ({ kind: 'row', view, row: `session/~ana/${name}` });
const commitOf = (target: object) => ({ kind: 'commit', target: { ...target, key: repository } });
const ticketPage = (more: object = {}) => ({
	...{ kind: 'page', preview: 'tildeforge.openRow', open: 'tildeforge.openTicket' },
	target: { kind: 'ticket', key: ticketEvent().item, ...more },
});
const series = (target: object) => ({
	...{ kind: 'page', preview: 'tildeforge.openPatchsetRow', open: 'tildeforge.openPatchset', target },
});

describe('An event of the inbox opens', () => {
	for (const [what, event, action] of [
		['the page of a ticket', ticketEvent(), ticketPage()],
		['the page of a ticket at a comment', ticketEvent({ event: 7 }), ticketPage({ event: 7 })],
		[
			'a patchset',
			listEvent({ kind: 'patchset' }),
			series({ kind: 'patchset', key: { ...list, patchset: 3 } }),
		],
		[
			'a thread',
			listEvent({ kind: 'thread', item: { ...list, mail: 7 } }),
			series({ kind: 'thread', list, mail: 7 }),
		],
		[
			'a patchset at a reply',
			listEvent({ mail: 9 }),
			series({ kind: 'patch', series: { ...list, patchset: 3 }, mail: 9 }),
		],
		['the row of a list', listEvent({ kind: 'list', item: null }), row('tildeforge.patches', 'editor-devel')],
		[
			'the newest pushed commit',
			repositoryEvent({ commits: [commit] }),
			commitOf({ kind: 'commit', commit: 'c0ffee' }),
		],
		[
			'all that was pushed to a branch',
			repositoryEvent({ commits: [commit, commit], before: 'decade', target: 'c0ffee' }),
			commitOf({ kind: 'reference', name: 'refs/heads/master', leadsTo: 'c0ffee', since: 'decade' }),
		],
		[
			'the commit of a tag',
			repositoryEvent({ kind: 'ref-created', ref: 'refs/tags/v1', target: 'c0ffee' }),
			commitOf({ kind: 'reference', name: 'refs/tags/v1', leadsTo: 'c0ffee' }),
		],
		[
			'the last commit of a deleted branch',
			repositoryEvent({ kind: 'ref-deleted', target: 'c0ffee' }),
			commitOf({ kind: 'commit', commit: 'c0ffee', deletedRef: 'refs/heads/master' }),
		],
		[
			'the row of the repository of a deleted branch whose last commit is not known',
			repositoryEvent({ kind: 'ref-deleted' }),
			row('tildeforge.repositories', 'editor'),
		],
	] as const) {
		it(what, () => assert.deepEqual(openActionOf(event), action));
	}
});

describe('A row of the inbox opens', () => {
	const comments = [3, 2, 1].map((nth) => ticketEvent({ key: `event ${nth}` }));
	const keyOf = (events: readonly ForgeEvent[], seenAt: readonly (number | undefined)[] = []) => {
		const [newest, ...older] = events.map((event, index) => ({ event, addedAt: 0, seenAt: seenAt[index] }));
		assert.ok(newest);
		return eventToOpen({ id: 'row', entries: [newest, ...older], isUnseen: seenAt.length === 0 }).key;
	};

	it('what is new first, and the same again when it is clicked a second time', () => {
		assert.equal(keyOf(comments), 'event 1');
		assert.equal(keyOf(comments, [9, 9, 5]), 'event 2');
		assert.equal(keyOf(comments.slice(0, 1), [9]), 'event 3');
	});

	it('the newest version, if there is a new one', () => {
		const version = (nth: number) => listEvent({ kind: 'patchset', key: `version ${nth}`, version: nth });
		const reply = listEvent({ key: 'reply' });
		assert.equal(keyOf([reply, version(3), reply, version(2)]), 'version 3');
		assert.equal(keyOf([reply, version(2), reply, version(3)]), 'version 3');
	});
});
