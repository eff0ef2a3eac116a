import assert from 'node:assert/strict';
import { openActionOf } from '../../../../src/inbox/model/open-event.ts';
import { list, listEvent, repository, repositoryEvent, ticketEvent } from '../events.ts';

const commit = { id: 'c0ffee', message: 'Blink slowly', author: 'Bob' };
const row = (view: string, name: string) => ({ kind: 'row', view, row: `session/~ana/${name}` });
const commitOf = (target: object) => ({ kind: 'commit', target: { ...target, key: repository } });
const series = (target: object) => ({
	...{ kind: 'page', preview: 'tildeforge.openPatchsetRow', open: 'tildeforge.openPatchset', target },
});

describe('An event of the inbox opens', () => {
	for (const [what, event, action] of [
		[
			'the page of a ticket',
			ticketEvent(),
			{
				...{ kind: 'page', preview: 'tildeforge.openRow', open: 'tildeforge.openTicket' },
				target: { kind: 'ticket', key: ticketEvent().item },
			},
		],
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
			'the commit of a tag',
			repositoryEvent({ kind: 'ref-created', ref: 'refs/tags/v1' }),
			commitOf({ kind: 'reference', name: 'refs/tags/v1' }),
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
