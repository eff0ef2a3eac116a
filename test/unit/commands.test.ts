import assert from 'node:assert/strict';
import { patchCommands } from '../../src/patches/command-table.ts';
import { type CommandHandlers, handlersOf } from '../../src/platform/commands/command-table.ts';
import { outboxCommands } from '../../src/platform/commands/outbox-command-table.ts';
import { repositoryCommands } from '../../src/repositories/command-table.ts';
import { ticketCommands } from '../../src/tickets/command-table.ts';
import '../kit/window/editor.ts';

const { accountCommands } = await import('../../src/accounts/command-table.ts');
const { inboxCommands } = await import('../../src/inbox/command-table.ts');
const { sharedCommands } = await import('../../src/main.ts');

const parts = [
	'trackers',
	'waiting',
	'undo',
	'changes',
	'edits',
	'comment',
	'pendingSignIns',
	'queries',
	'series',
	'statuses',
	'lists',
];

/** Records the calls of all methods, and of the methods of their parts. */
function recorder(calls: unknown[], name = '') {
	return new Proxy(Object.create(null), {
		get: (_, method) => {
			if (method === 'then') return undefined;
			if (['commands', 'opener', 'viewCommands', 'pages'].includes(String(method)))
				return recorder(calls, name);
			if (method === 'trackerArguments') return (args: readonly unknown[]) => args;
			if (parts.includes(String(method))) return recorder(calls, `${name}${String(method)}.`);
			return (...args: unknown[]) => {
				const call = `${name}${String(method)}`;
				calls.push([call, ...args]);
				return /^queries\.(edit|rename)$/.test(call) ? changedRow : undefined;
			};
		},
	});
}

/** What the commands that change a query return. */
let changedRow: string | undefined;

/** Runs a command and returns what it called. */
async function run(command: string, ...args: unknown[]) {
	const calls: unknown[] = [];
	const part = (name?: string) => async () => recorder(calls, name);
	const main = {
		channel: recorder(calls),
		views: part('views.'),
		tickets: { pagesAndCommands: part('tickets.') },
		patches: { pagesAndCommands: part() },
		inbox: { commands: part('inbox.') },
		repositories: { commands: part('repositories.') },
	};
	const handlers: CommandHandlers = {
		...handlersOf(accountCommands, part()),
		...handlersOf(ticketCommands, part()),
		...handlersOf(patchCommands, part()),
		...handlersOf(repositoryCommands, part('repositories.')),
		...handlersOf(inboxCommands, part('inbox.')),
		...handlersOf(outboxCommands, part('pending.')),
		...handlersOf(sharedCommands, async () => main as never),
	};
	await Reflect.apply(handlers[command] ?? assert.fail(`there is no ${command}`), undefined, args);
	return calls;
}

const row = { id: 'row', label: 'Row' };
const rows = [row, { id: 'other', label: 'Other' }];

describe('A command', () => {
	const onRows: readonly [command: string, ...call: readonly unknown[]][] = [
		['openInboxEvent', 'inbox.open', [row, rows]],
		['markInboxSeen', 'inbox.markSeen', [row, rows]],
		['markInboxUnseen', 'inbox.markUnseen', [row, rows]],
		['muteInboxRow', 'inbox.mute', [row, rows]],
		['muteInboxPlace', 'inbox.mutePlaces', [row, rows]],
		['openTicket', 'open', [row, rows]],
		['openRow', 'openRow', [row, rows]],
		['newTicket', 'create', [row, rows]],
		['newTicketFromSelection', 'createFromSelection', [row, rows]],
		['confirmTicket', 'changes.setTo', [row, rows], 'confirmed'],
		['startTicket', 'changes.setTo', [row, rows], 'in_progress'],
		['reopenTicket', 'changes.setTo', [row, rows], 'reported'],
		['resolveTicket', 'changes.resolve', [row, rows]],
		['setTicketStatus', 'changes.setStatus', [row, rows]],
		['labelTicket', 'changes.labels', [row, rows]],
		['assignTicket', 'edits.assign', [row, rows]],
		['assignTicketToMe', 'edits.assignToMe', [row, rows]],
		['unassignTicket', 'edits.unassign', [row, rows]],
		['editTicketTitle', 'edits.editTitle', [row, rows]],
		['editTicketDescription', 'edits.editDescription', [row, rows]],
		['deleteTicket', 'edits.delete', [row, rows]],
		['subscribeToTicket', 'edits.subscribe', [row, rows]],
		['unsubscribeFromTicket', 'edits.unsubscribe', [row, rows]],
		['subscribeToTracker', 'trackers.subscribe', [row, rows]],
		['unsubscribeFromTracker', 'trackers.unsubscribe', [row, rows]],
		['commentTicket', 'comment.run', [row, rows]],
		['copyTicketReference', 'copyRef', [row, rows]],
		['copyTicketLink', 'copyLink', [row, rows]],
		['openTicketOnWeb', 'openOnWeb', [row, rows]],
		['filterTracker', 'filter', [row, rows]],
		['markTicketsSeen', 'markSeen', [row, rows]],
		['saveTicketFilter', 'saveFilter', [row, rows]],
		['clearTicketFilter', 'clearFilter', [row, rows]],
		['editTracker', 'trackers.edit', [row, rows]],
		['createLabel', 'trackers.createLabel', [row, rows]],
		['editLabel', 'trackers.editLabel', [row, rows]],
		['deleteLabel', 'trackers.deleteLabel', [row, rows]],
		['deleteTracker', 'trackers.delete', [row, rows]],
		['unpinTracker', 'trackers.unpin', [row, rows]],
		['openTrackerOnWeb', 'trackers.openOnWeb', [row, rows]],
		['copyTrackerLink', 'trackers.copyLink', [row, rows]],
		['openDraft', 'open', [row, rows]],
		['discardDraft', 'discardDraft', [row, rows]],
		['editRepository', 'repositories.edit', [row, rows]],
		['changeRepositoryVisibility', 'repositories.changeVisibility', [row, rows]],
		['answerPushes', 'repositories.answerPushes', [row, rows]],
		['deleteRepository', 'repositories.delete', [row, rows]],
		['unpinRepository', 'repositories.unpin', [row, rows]],
		['copyCloneAddress', 'repositories.copyCloneAddress', [row, rows]],
		['cloneRepository', 'repositories.clone', [row, rows]],
		['openRepositoryOnWeb', 'repositories.openOnWeb', [row, rows]],
		['openRepositoryItemOnWeb', 'repositories.openOnWeb', [row, rows]],
		['copyPermalink', 'repositories.copyPermalink', [row, rows]],
		['copyCommitId', 'repositories.copyCommitId', [row, rows]],
		['openRepositoryFolder', 'repositories.openAsFolder', [row, rows]],
		['openRepositoryItemFolder', 'repositories.openAsFolder', [row, rows]],
		['goToRepositoryFile', 'repositories.goToFile', [row, rows]],
		['showReadme', 'repositories.showReadme', [row, rows]],
		['showFileHistory', 'repositories.showFileHistory', [row, rows]],
		['findInRepository', 'repositories.find', [row, rows]],
		['searchCode', 'repositories.searchCode', [row, rows]],
		['openCommit', 'repositories.openCommit', [row, rows]],
		['compareRevisions', 'repositories.compare', [row, rows]],
		['loadMoreCommits', 'repositories.loadMoreCommits', [row, rows]],
		['openPatchset', 'series.open', [row, rows]],
		['openPatchsetRow', 'series.openRow', [row, rows]],
		['openPatchsetDiff', 'series.openDiff', [row, rows]],
		['editQuery', 'queries.edit', [row, rows]],
		['renameQuery', 'queries.rename', [row, rows]],
		['removeQuery', 'queries.remove', [row, rows]],
		['editList', 'lists.edit', [row, rows]],
		['markPatchsetsSeen', 'lists.markSeen', [row, rows]],
		['unpinList', 'lists.unpin', [row, rows]],
		['subscribeToList', 'lists.subscribe', [row, rows]],
		['unsubscribeFromList', 'lists.unsubscribe', [row, rows]],
		['openListOnWeb', 'lists.openOnWeb', [row, rows]],
		['openListItemOnWeb', 'lists.openOnWeb', [row, rows]],
		['copyListItemLink', 'lists.copyLink', [row, rows]],
		['copyMessageId', 'lists.copyMessageId', [row, rows]],
		['setPatchsetStatus', 'statuses.change', [row, rows]],
		['markPatchsetApproved', 'statuses.setTo', [row, rows], 'approved'],
		['markPatchsetApplied', 'statuses.setTo', [row, rows], 'applied'],
		['markPatchsetNeedsRevision', 'statuses.setTo', [row, rows], 'needs_revision'],
		['markPatchsetRejected', 'statuses.setTo', [row, rows], 'rejected'],
		['markPatchsetSuperseded', 'statuses.setTo', [row, rows], 'superseded'],
		['markPatchsetProposed', 'statuses.setTo', [row, rows], 'proposed'],
		['sendNow', 'pending.waiting.sendNow', [row, rows]],
		['discardChange', 'pending.waiting.discard', [row, rows]],
		['grantForChange', 'pending.waiting.grant', [row, rows]],
	];
	for (const [command, ...call] of onRows) {
		it(`acts on its rows: ${command}`, async () => {
			assert.deepEqual(await run(`tildeforge.${command}`, row, rows), [call]);
		});
	}

	const onNothing: readonly [command: string, ...call: readonly unknown[]][] = [
		['markAllInboxSeen', 'inbox.markAllSeen'],
		['markAllTicketsSeen', 'markAllSeen'],
		['markAllPatchsetsSeen', 'lists.markAllSeen'],
		['filterTickets', 'filter', []],
		['subscribeToListByName', 'lists.subscribe', []],
		['showMuted', 'inbox.showMuted'],
		['findTicket', 'find'],
		['undo', 'pending.undo.run', undefined],
		['nextTicket', 'go', 1, {}],
		['previousTicket', 'go', -1, {}],
		['nextPatchset', 'series.go', 1, {}],
		['previousPatchset', 'series.go', -1, {}],
		['sortTickets', 'sort'],
		['groupTickets', 'group'],
		['editTicketQueries', 'editQueries'],
		['findPatchset', 'series.find'],
		['createList', 'lists.create'],
		['editPatchQueries', 'lists.editQueries'],
		['pasteCode', 'pendingSignIns.show'],
		['cancelSignIn', 'pendingSignIns.escape'],
		['showLiveStatus', 'inbox.showLiveStatus'],
		['showLog', 'show'],
	];
	for (const [command, ...call] of onNothing) {
		it(`needs no row: ${command}`, async () => {
			assert.deepEqual(await run(`tildeforge.${command}`), [call]);
		});
	}

	it('needs no row, and shows its new row: createRepository', async () => {
		const [[command, showRow]] = (await run('tildeforge.createRepository')) as [[unknown, unknown]];
		assert.deepEqual([command, typeof showRow], ['repositories.create', 'function']);
	});

	for (const command of ['edit', 'rename'] as const) {
		it(`shows the row of the query that the user has changed: ${command}Query`, async () => {
			changedRow = 'ana/~ana/editor/query/Bugs';
			const called = [`queries.${command}`, [row]];
			const shown = await run(`tildeforge.${command}Query`, row);
			assert.deepEqual(
				shown.map((call) => (Array.isArray(call) ? call.slice(0, 2) : call)),
				[called, ['showRow', changedRow]],
			);
			changedRow = undefined;
			assert.deepEqual(await run(`tildeforge.${command}Query`, row), [called]);
		});
	}

	for (const [command, call] of [
		['createTracker', 'trackers.create'],
		['pinTracker', 'trackers.pin'],
		['pinList', 'lists.pin'],
	] as const) {
		it(`can show the row of what the user has pinned or created: ${command}`, async () => {
			const calls = await run(`tildeforge.${command}`);
			const [called, ...more] = calls.splice(0);
			if (!Array.isArray(called)) assert.fail();
			const [name, show] = called;
			assert.deepEqual([name, more], [call, []]);
			const { signal } = new AbortController();
			await show('ana/~bob/tools', signal);
			assert.deepEqual(calls, [['showRow', 'ana/~bob/tools', signal]]);
		});
	}

	it('reads everything that is shown again: refresh', async () => {
		assert.deepEqual(await run('tildeforge.refresh'), [['views.refresh'], ['tickets.refresh'], ['refresh']]);
	});

	for (const [command, call, step] of [
		['nextTicket', 'go', 1],
		['previousTicket', 'go', -1],
		['nextPatchset', 'series.go', 1],
		['previousPatchset', 'series.go', -1],
	] as const) {
		it(`leaves the focus in the view if its key says so: ${command}`, async () => {
			const options = { preserveFocus: true };
			assert.deepEqual(await run(`tildeforge.${command}`, options), [[call, step, options]]);
			// VS Code passes null for a key without arguments.
			assert.deepEqual(await run(`tildeforge.${command}`, null), [[call, step, {}]]);
		});
	}

	it('knows the key that was pressed on a row', async () => {
		assert.deepEqual(await run('tildeforge.pressRowKey', 'space'), [
			['inbox.pressRowKey', 'space'],
			['tickets.pressRowKey', 'space'],
			['series.pressRowKey', 'space'],
			['repositories.pressRowKey', 'space'],
		]);
	});

	const options = { instance: 'forge.test', scopes: ['tickets:write'] };
	for (const command of ['signIn', 'grant']) {
		it(`signs in with the given forge and permissions: ${command}`, async () => {
			assert.deepEqual(await run(`tildeforge.${command}`, options), [['signIn', options]]);
		});
	}
});
