import { neverAborts } from '../base/abort.ts';
import type { CommandTable } from '../platform/commands/command-table.ts';
import type { CommandArguments, GoOptions } from '../platform/view/command-arguments.ts';
import type { TicketPagesAndCommands } from './commands/pages-and-commands.ts';
import type { TrackerCommands } from './commands/tracker-commands.ts';

async function showQuery({ showRow }: TicketPagesAndCommands, row: string | undefined): Promise<void> {
	// The box in which the user has changed a query is closed, so nothing tells whether they have left.
	if (row !== undefined) await showRow(row, neverAborts);
}

/** A command on a tracker. Called in the title of the view, it is for the view's only tracker. */
const onTracker =
	(run: (trackers: TrackerCommands, args: CommandArguments) => Promise<void>) =>
	({ commands, trackerArguments }: TicketPagesAndCommands, ...args: CommandArguments) =>
		run(commands.trackers, trackerArguments(args));

/** The commands on tickets and trackers. */
export const ticketCommands = {
	'tildeforge.openTicket': ({ commands }, ...args: CommandArguments) => commands.open(args),
	'tildeforge.openRow': ({ commands }, ...args: CommandArguments) => commands.openRow(args),
	'tildeforge.findTicket': ({ commands }) => commands.find(),
	'tildeforge.newTicket': ({ commands }, ...args: CommandArguments) => commands.create(args),
	'tildeforge.newTicketFromSelection': ({ commands }, ...args: CommandArguments) =>
		commands.createFromSelection(args),
	'tildeforge.confirmTicket': ({ commands }, ...args: CommandArguments) =>
		commands.changes.setTo(args, 'confirmed'),
	'tildeforge.startTicket': ({ commands }, ...args: CommandArguments) =>
		commands.changes.setTo(args, 'in_progress'),
	'tildeforge.reopenTicket': ({ commands }, ...args: CommandArguments) =>
		commands.changes.setTo(args, 'reported'),
	'tildeforge.resolveTicket': ({ commands }, ...args: CommandArguments) => commands.changes.resolve(args),
	'tildeforge.setTicketStatus': ({ commands }, ...args: CommandArguments) => commands.changes.setStatus(args),
	'tildeforge.labelTicket': ({ commands }, ...args: CommandArguments) => commands.changes.labels(args),
	'tildeforge.assignTicket': ({ commands }, ...args: CommandArguments) => commands.edits.assign(args),
	'tildeforge.assignTicketToMe': ({ commands }, ...args: CommandArguments) => commands.edits.assignToMe(args),
	'tildeforge.unassignTicket': ({ commands }, ...args: CommandArguments) => commands.edits.unassign(args),
	'tildeforge.editTicketTitle': ({ commands }, ...args: CommandArguments) => commands.edits.editTitle(args),
	'tildeforge.editTicketDescription': ({ commands }, ...args: CommandArguments) =>
		commands.edits.editDescription(args),
	'tildeforge.deleteTicket': ({ commands }, ...args: CommandArguments) => commands.edits.delete(args),
	'tildeforge.subscribeToTicket': ({ commands }, ...args: CommandArguments) => commands.edits.subscribe(args),
	'tildeforge.unsubscribeFromTicket': ({ commands }, ...args: CommandArguments) =>
		commands.edits.unsubscribe(args),
	'tildeforge.sendTicketComment': ({ commands }) => commands.comment.send(),
	'tildeforge.commentTicket': ({ commands }, ...args: CommandArguments) => commands.comment.run(args),
	'tildeforge.nextTicket': ({ commands }, options?: GoOptions | null) => commands.go(1, options ?? {}),
	'tildeforge.previousTicket': ({ commands }, options?: GoOptions | null) => commands.go(-1, options ?? {}),
	'tildeforge.copyTicketReference': ({ commands }, ...args: CommandArguments) => commands.copyRef(args),
	'tildeforge.copyTicketLink': ({ commands }, ...args: CommandArguments) => commands.copyLink(args),
	'tildeforge.copyTicketMarkdownLink': ({ commands }, ...args: CommandArguments) =>
		commands.copyMarkdownLink(args),
	'tildeforge.openTicketOnWeb': ({ commands }, ...args: CommandArguments) => commands.openOnWeb(args),
	'tildeforge.createTracker': ({ commands, showRow }) => commands.trackers.create(showRow),
	'tildeforge.pinTracker': ({ commands, showRow }) => commands.trackers.pin(showRow),
	'tildeforge.editTracker': onTracker((trackers, args) => trackers.edit(args)),
	'tildeforge.deleteTracker': onTracker((trackers, args) => trackers.delete(args)),
	'tildeforge.createLabel': onTracker((trackers, args) => trackers.createLabel(args)),
	'tildeforge.editLabel': onTracker((trackers, args) => trackers.editLabel(args)),
	'tildeforge.deleteLabel': onTracker((trackers, args) => trackers.deleteLabel(args)),
	'tildeforge.unpinTracker': onTracker((trackers, args) => trackers.unpin(args)),
	'tildeforge.subscribeToTracker': onTracker((trackers, args) => trackers.subscribe(args)),
	'tildeforge.unsubscribeFromTracker': onTracker((trackers, args) => trackers.unsubscribe(args)),
	'tildeforge.openTrackerOnWeb': onTracker((trackers, args) => trackers.openOnWeb(args)),
	'tildeforge.copyTrackerLink': onTracker((trackers, args) => trackers.copyLink(args)),
	'tildeforge.openDraft': ({ commands }, ...args: CommandArguments) => commands.open(args),
	'tildeforge.discardDraft': ({ commands }, ...args: CommandArguments) => commands.discardDraft(args),
	'tildeforge.filterTickets': ({ viewCommands }) => viewCommands.filter([]),
	'tildeforge.filterTracker': ({ viewCommands }, ...args: CommandArguments) => viewCommands.filter(args),
	'tildeforge.saveTicketFilter': ({ viewCommands }, ...args: CommandArguments) =>
		viewCommands.saveFilter(args),
	'tildeforge.clearTicketFilter': ({ viewCommands }, ...args: CommandArguments) =>
		viewCommands.clearFilter(args),
	'tildeforge.markTicketsSeen': ({ viewCommands }, ...args: CommandArguments) => viewCommands.markSeen(args),
	'tildeforge.markAllTicketsSeen': ({ viewCommands }) => viewCommands.markAllSeen(),
	'tildeforge.sortTickets': ({ viewCommands }) => viewCommands.sort(),
	'tildeforge.groupTickets': ({ viewCommands }) => viewCommands.group(),
	'tildeforge.removeQuery': ({ viewCommands }, ...args: CommandArguments) =>
		viewCommands.queries.remove(args),
	'tildeforge.showMoreTickets': (part, listId?: unknown) => part.showMore(listId),
	'tildeforge.editTicketQueries': ({ viewCommands }) => viewCommands.editQueries(),
	'tildeforge.editQuery': async (part, ...args: CommandArguments) =>
		showQuery(part, await part.viewCommands.queries.edit(args)),
	'tildeforge.renameQuery': async (part, ...args: CommandArguments) =>
		showQuery(part, await part.viewCommands.queries.rename(args)),
} satisfies CommandTable<TicketPagesAndCommands>;
