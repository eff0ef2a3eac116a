import type { SampleForge } from './accounts/commands/sample-forge.ts';
import type { signOut as signOutOf } from './accounts/commands/sign-out.ts';
import type { SignInOptions } from './accounts/dialogue/sign-in.ts';
import type { AccountServices } from './accounts/services.ts';
import type { InboxCommands } from './inbox/commands/inbox-commands.ts';
import type { ListCommands } from './patches/commands/list-commands.ts';
import type { SeriesCommands } from './patches/commands/series-commands.ts';
import type { StatusCommands } from './patches/commands/status-commands.ts';
import type { OutboxController } from './platform/commands/outbox-controller.ts';
import type { ProjectQuestionResult } from './platform/git/project-question.ts';
import type { CommandArguments } from './platform/view/command-arguments.ts';
import type { ShowRow } from './platform/view/tree/show-row.ts';
import type { RepositoryCommands } from './repositories/commands/repository-commands.ts';
import type { TicketCommands } from './tickets/commands/ticket-commands.ts';
import type { GoOptions } from './tickets/commands/ticket-navigation.ts';
import type { ViewCommands } from './tickets/commands/view-commands.ts';

/** What the commands depend on. Each handler uses only what it needs. */
export interface CommandDependencies {
	readonly channel: { show(): void };
	/** Loads the account services. */
	readonly services: () => Promise<AccountServices>;
	readonly sample: () => Promise<SampleForge>;
	/** Loads the commands on tickets. */
	readonly tickets: () => Promise<TicketCommands>;
	/** Loads the changes that are not on the forge yet. */
	readonly pending: () => Promise<OutboxController>;
	/** Loads the commands on repositories. */
	readonly repositories: () => Promise<RepositoryCommands>;
	/** Loads the commands on the status of patchsets. */
	readonly statuses: () => Promise<StatusCommands>;
	/** Loads the commands that open series and threads. */
	readonly series: () => Promise<SeriesCommands>;
	/** Loads the commands on mailing lists. */
	readonly lists: () => Promise<ListCommands>;
	/** Loads the commands that filter, group and sort the Tickets view. */
	readonly ticketsView: () => Promise<ViewCommands>;
	/** Loads the commands of the inbox. */
	readonly inbox: () => Promise<InboxCommands>;
	/** Shows how the window learns what happens on the forges. */
	readonly showLiveStatus: () => Promise<void>;
	/** Asks again what belongs to the projects of the workspace. */
	readonly askAboutProjects: () => Promise<ProjectQuestionResult | 'untrusted'>;
	/** Reads the contents of the views and pages from the forge again. */
	readonly refresh: () => unknown;
	/** Shows a view, and moves the focus to one of its rows unless `left` aborts before. */
	readonly showRow: (view: string, row: string, left: AbortSignal) => Promise<void>;
}

/** Why the user was asked nothing about the project. */
const nothingAsked = {
	nothing:
		"No ticket tracker or mailing list with the name of this project's repository was found, or .hut.scfg names them.",
	offline: 'The forge cannot be reached. Try again later.',
	'no-account':
		"No account can look for this project's ticket tracker and mailing list. Sign in to the project's forge first.",
	untrusted: 'Tildeforge does not run git in folders that you do not trust. Trust the workspace first.',
};

/** The handlers of all commands in the manifest. Larger ones load their file on first use. */
export function commandTable({
	channel,
	services,
	sample,
	tickets,
	pending,
	statuses,
	repositories,
	lists,
	series,
	ticketsView,
	inbox,
	showLiveStatus,
	askAboutProjects,
	refresh,
	showRow,
}: CommandDependencies): Record<string, (...args: never[]) => unknown> {
	const showIn = (view: string): ShowRow => showRow.bind(undefined, view);
	// The box of the query has closed, so nothing tells whether the user has left.
	const showQuery = async (row: string | undefined) => {
		if (row !== undefined) await showRow('tildeforge.tickets', row, AbortSignal.any([]));
	};
	return {
		'tildeforge.signIn': async (options?: SignInOptions) => (await services()).signIn(options),
		'tildeforge.signOut': async (row?: Parameters<typeof signOutOf>[1]) => {
			const [{ forges }, { signOut }] = await Promise.all([
				services(),
				import('./accounts/commands/sign-out.ts'),
			]);
			await signOut(forges, row);
		},
		'tildeforge.grant': async (options: SignInOptions) => (await services()).signIn(options),
		'tildeforge.pasteCode': async () => (await services()).pendingSignIns.show(),
		'tildeforge.cancelSignIn': async () => (await services()).pendingSignIns.escape(),
		'tildeforge.trySample': async () => {
			const [{ forges }, forge, { trySample }] = await Promise.all([
				services(),
				sample(),
				import('./accounts/commands/get-started.ts'),
			]);
			await trySample(() => forge.signIn(forges));
		},
		'tildeforge.getStarted': async () =>
			(await import('./accounts/commands/get-started.ts')).openWalkthrough(),
		'tildeforge.testConnection': async () => {
			const [{ forges }, { testConnection }] = await Promise.all([
				services(),
				import('./accounts/commands/test-connection.ts'),
			]);
			await testConnection(forges);
		},
		'tildeforge.copyDiagnostics': async () => {
			const [{ forges }, { copyDiagnostics }] = await Promise.all([
				services(),
				import('./accounts/commands/diagnostics.ts'),
			]);
			await copyDiagnostics(forges);
		},
		'tildeforge.openInboxEvent': async (...args: CommandArguments) => (await inbox()).open(args),
		'tildeforge.markInboxSeen': async (...args: CommandArguments) => (await inbox()).markSeen(args),
		'tildeforge.markAllInboxSeen': async () => (await inbox()).markAllSeen(),
		'tildeforge.showLiveStatus': showLiveStatus,
		'tildeforge.openTicket': async (...args: CommandArguments) => (await tickets()).open(args),
		'tildeforge.openRow': async (...args: CommandArguments) => (await tickets()).openRow(args),
		'tildeforge.pressRowKey': async (key?: unknown) => {
			for (const one of await Promise.all([inbox(), tickets(), series(), repositories()]))
				one.pressRowKey(key);
		},
		'tildeforge.findTicket': async () => (await tickets()).find(),
		'tildeforge.newTicket': async (...args: CommandArguments) => (await tickets()).create(args),
		'tildeforge.newTicketFromSelection': async (...args: CommandArguments) =>
			(await tickets()).createFromSelection(args),
		'tildeforge.confirmTicket': async (...args: CommandArguments) =>
			(await tickets()).changes.setTo(args, 'confirmed'),
		'tildeforge.startTicket': async (...args: CommandArguments) =>
			(await tickets()).changes.setTo(args, 'in_progress'),
		'tildeforge.reopenTicket': async (...args: CommandArguments) =>
			(await tickets()).changes.setTo(args, 'reported'),
		'tildeforge.resolveTicket': async (...args: CommandArguments) => (await tickets()).changes.resolve(args),
		'tildeforge.setTicketStatus': async (...args: CommandArguments) =>
			(await tickets()).changes.setStatus(args),
		'tildeforge.labelTicket': async (...args: CommandArguments) => (await tickets()).changes.labels(args),
		'tildeforge.sendTicketComment': async () => (await tickets()).comment.send(),
		'tildeforge.commentTicket': async (...args: CommandArguments) => (await tickets()).comment.run(args),
		'tildeforge.undo': async (group?: unknown) => (await pending()).undo.run(group),
		'tildeforge.sendNow': async (...args: CommandArguments) => (await pending()).waiting.sendNow(args),
		'tildeforge.grantForChange': async (...args: CommandArguments) => (await pending()).waiting.grant(args),
		'tildeforge.discardChange': async (...args: CommandArguments) => (await pending()).waiting.discard(args),
		'tildeforge.sendAllChanges': async () => (await pending()).waiting.sendAll(),
		'tildeforge.discardAllChanges': async () => (await pending()).waiting.discardAll(),
		'tildeforge.setPatchsetStatus': async (...args: CommandArguments) => (await statuses()).change(args),
		'tildeforge.markPatchsetApproved': async (...args: CommandArguments) =>
			(await statuses()).setTo(args, 'approved'),
		'tildeforge.markPatchsetApplied': async (...args: CommandArguments) =>
			(await statuses()).setTo(args, 'applied'),
		'tildeforge.markPatchsetNeedsRevision': async (...args: CommandArguments) =>
			(await statuses()).setTo(args, 'needs_revision'),
		'tildeforge.markPatchsetRejected': async (...args: CommandArguments) =>
			(await statuses()).setTo(args, 'rejected'),
		'tildeforge.markPatchsetSuperseded': async (...args: CommandArguments) =>
			(await statuses()).setTo(args, 'superseded'),
		'tildeforge.markPatchsetProposed': async (...args: CommandArguments) =>
			(await statuses()).setTo(args, 'proposed'),
		'tildeforge.nextTicket': async (options?: GoOptions | null) => (await tickets()).go(1, options ?? {}),
		'tildeforge.previousTicket': async (options?: GoOptions | null) =>
			(await tickets()).go(-1, options ?? {}),
		'tildeforge.copyTicketReference': async (...args: CommandArguments) => (await tickets()).copyRef(args),
		'tildeforge.copyTicketLink': async (...args: CommandArguments) => (await tickets()).copyLink(args),
		'tildeforge.copyTicketMarkdownLink': async (...args: CommandArguments) =>
			(await tickets()).copyMarkdownLink(args),
		'tildeforge.openTicketOnWeb': async (...args: CommandArguments) => (await tickets()).openOnWeb(args),
		'tildeforge.filterTickets': async (...args: CommandArguments) => (await ticketsView()).filter(args),
		'tildeforge.saveTicketFilter': async (...args: CommandArguments) =>
			(await ticketsView()).saveFilter(args),
		'tildeforge.clearTicketFilter': async (...args: CommandArguments) =>
			(await ticketsView()).clearFilter(args),
		'tildeforge.markTicketsSeen': async (...args: CommandArguments) => (await ticketsView()).markSeen(args),
		'tildeforge.sortTickets': async () => (await ticketsView()).sort(),
		'tildeforge.groupTickets': async () => (await ticketsView()).group(),
		'tildeforge.editQuery': async (...args: CommandArguments) =>
			showQuery(await (await ticketsView()).queries.edit(args)),
		'tildeforge.renameQuery': async (...args: CommandArguments) =>
			showQuery(await (await ticketsView()).queries.rename(args)),
		'tildeforge.removeQuery': async (...args: CommandArguments) => (await ticketsView()).queries.remove(args),
		'tildeforge.editTicketQueries': async () => (await ticketsView()).editQueries(),
		'tildeforge.createTracker': async () => (await tickets()).trackers.create(showIn('tildeforge.tickets')),
		'tildeforge.editTracker': async (...args: CommandArguments) => (await tickets()).trackers.edit(args),
		'tildeforge.deleteTracker': async (...args: CommandArguments) => (await tickets()).trackers.delete(args),
		'tildeforge.pinTracker': async () => (await tickets()).trackers.pin(showIn('tildeforge.tickets')),
		'tildeforge.unpinTracker': async (...args: CommandArguments) => (await tickets()).trackers.unpin(args),
		'tildeforge.openTrackerOnWeb': async (...args: CommandArguments) =>
			(await tickets()).trackers.openOnWeb(args),
		'tildeforge.copyTrackerLink': async (...args: CommandArguments) =>
			(await tickets()).trackers.copyLink(args),
		'tildeforge.openDraft': async (...args: CommandArguments) => (await tickets()).open(args),
		'tildeforge.discardDraft': async (...args: CommandArguments) => (await tickets()).discardDraft(args),
		'tildeforge.openPatchset': async (...args: CommandArguments) => (await series()).open(args),
		'tildeforge.openPatchsetRow': async (...args: CommandArguments) => (await series()).openRow(args),
		'tildeforge.openPatchsetDiff': async (...args: CommandArguments) => (await series()).openDiff(args),
		'tildeforge.goToPatchFile': async () => (await series()).goToFile(),
		'tildeforge.showInPatchset': async () => (await series()).showPage(),
		'tildeforge.openPatchsetOnWeb': async () => (await series()).openOnWeb(),
		'tildeforge.copyPatchsetLink': async () => (await series()).copyLink(),
		'tildeforge.nextPatchset': async (options?: GoOptions | null) => (await series()).go(1, options ?? {}),
		'tildeforge.previousPatchset': async (options?: GoOptions | null) =>
			(await series()).go(-1, options ?? {}),
		'tildeforge.findPatchset': async () => (await series()).find(),
		'tildeforge.openPatchsetByName': async (text?: unknown, account?: unknown) =>
			(await series()).openByName(text, account),
		'tildeforge.markPatchsetsSeen': async (...args: CommandArguments) => (await lists()).markSeen(args),
		'tildeforge.loadMorePatchsets': async (...args: CommandArguments) => (await lists()).loadMore(args),
		'tildeforge.editPatchQueries': async () => (await lists()).editQueries(),
		'tildeforge.createList': async () => (await lists()).create(),
		'tildeforge.editList': async (...args: CommandArguments) => (await lists()).edit(args),
		'tildeforge.pinList': async () => (await lists()).pin(showIn('tildeforge.patches')),
		'tildeforge.unpinList': async (...args: CommandArguments) => (await lists()).unpin(args),
		'tildeforge.subscribeToList': async (...args: CommandArguments) => (await lists()).subscribe(args),
		'tildeforge.unsubscribeFromList': async (...args: CommandArguments) => (await lists()).unsubscribe(args),
		'tildeforge.openListOnWeb': async (...args: CommandArguments) => (await lists()).openOnWeb(args),
		'tildeforge.openListItemOnWeb': async (...args: CommandArguments) => (await lists()).openOnWeb(args),
		'tildeforge.copyListItemLink': async (...args: CommandArguments) => (await lists()).copyLink(args),
		'tildeforge.copyMessageId': async (...args: CommandArguments) => (await lists()).copyMessageId(args),
		'tildeforge.createRepository': async () => (await repositories()).create(),
		'tildeforge.editRepository': async (...args: CommandArguments) => (await repositories()).edit(args),
		'tildeforge.changeRepositoryVisibility': async (...args: CommandArguments) =>
			(await repositories()).changeVisibility(args),
		'tildeforge.answerPushes': async (...args: CommandArguments) => (await repositories()).answerPushes(args),
		'tildeforge.deleteRepository': async (...args: CommandArguments) => (await repositories()).delete(args),
		'tildeforge.pinRepository': async () => (await repositories()).pin(showIn('tildeforge.repositories')),
		'tildeforge.unpinRepository': async (...args: CommandArguments) => (await repositories()).unpin(args),
		'tildeforge.copyCloneAddress': async (...args: CommandArguments) =>
			(await repositories()).copyCloneAddress(args),
		'tildeforge.cloneRepository': async (...args: CommandArguments) => (await repositories()).clone(args),
		'tildeforge.openRepositoryOnWeb': async (...args: CommandArguments) =>
			(await repositories()).openOnWeb(args),
		'tildeforge.openRepositoryItemOnWeb': async (...args: CommandArguments) =>
			(await repositories()).openOnWeb(args),
		'tildeforge.copyPermalink': async (...args: CommandArguments) =>
			(await repositories()).copyPermalink(args),
		'tildeforge.copyCommitId': async (...args: CommandArguments) => (await repositories()).copyCommitId(args),
		'tildeforge.openRepositoryFolder': async (...args: CommandArguments) =>
			(await repositories()).openAsFolder(args),
		'tildeforge.openRepositoryItemFolder': async (...args: CommandArguments) =>
			(await repositories()).openAsFolder(args),
		'tildeforge.goToRepositoryFile': async (...args: CommandArguments) =>
			(await repositories()).goToFile(args),
		'tildeforge.findInRepository': async (...args: CommandArguments) => (await repositories()).find(args),
		'tildeforge.showReadme': async (...args: CommandArguments) => (await repositories()).showReadme(args),
		'tildeforge.showFileHistory': async (...args: CommandArguments) =>
			(await repositories()).showFileHistory(args),
		'tildeforge.openCommit': async (...args: CommandArguments) => (await repositories()).openCommit(args),
		'tildeforge.compareRevisions': async (...args: CommandArguments) => (await repositories()).compare(args),
		'tildeforge.loadMoreCommits': async (...args: CommandArguments) =>
			(await repositories()).loadMoreCommits(args),
		'tildeforge.openRepositoryUrl': async (address?: unknown) => (await repositories()).openUrl(address),
		'tildeforge.askAboutProject': async () => {
			const { showInformation } = await import('./platform/editor/messages.ts');
			while (true) {
				const result = await askAboutProjects();
				if (result === 'asked') return;
				const buttons = result === 'no-account' ? (['Sign In…'] as const) : [];
				const button = await showInformation(nothingAsked[result], ...buttons);
				if (button === undefined || !(await (await services()).signIn())) return;
			}
		},
		'tildeforge.refresh': refresh,
		'tildeforge.showLog': () => channel.show(),
	};
}
