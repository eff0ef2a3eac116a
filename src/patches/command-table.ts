import type { CommandTable } from '../platform/commands/command-table.ts';
import type { CommandArguments, GoOptions } from '../platform/view/command-arguments.ts';
import type { PatchPagesAndCommands } from './commands/pages-and-commands.ts';

/** The commands on patchsets and mailing lists. */
export const patchCommands = {
	'tildeforge.openPatchset': ({ series }, ...args: CommandArguments) => series.open(args),
	'tildeforge.openPatchsetRow': ({ series }, ...args: CommandArguments) => series.openRow(args),
	'tildeforge.openPatchsetDiff': ({ series }, ...args: CommandArguments) => series.openDiff(args),
	'tildeforge.savePatchesAsMbox': ({ series }, ...args: CommandArguments) => series.saveAsMbox(args),
	'tildeforge.copyAmCommand': ({ series }, ...args: CommandArguments) => series.copyAmCommand(args),
	'tildeforge.goToPatchFile': ({ series }) => series.goToFile(),
	'tildeforge.showInPatchset': ({ series }) => series.showPage(),
	'tildeforge.openPatchsetOnWeb': ({ series }) => series.openOnWeb(),
	'tildeforge.copyPatchsetLink': ({ series }) => series.copyLink(),
	'tildeforge.nextPatchset': ({ series }, options?: GoOptions | null) => series.go(1, options ?? {}),
	'tildeforge.previousPatchset': ({ series }, options?: GoOptions | null) => series.go(-1, options ?? {}),
	'tildeforge.findPatchset': ({ series }) => series.find(),
	'tildeforge.setPatchsetStatus': ({ statuses }, ...args: CommandArguments) => statuses.change(args),
	'tildeforge.markPatchsetApproved': ({ statuses }, ...args: CommandArguments) =>
		statuses.setTo(args, 'approved'),
	'tildeforge.markPatchsetApplied': ({ statuses }, ...args: CommandArguments) =>
		statuses.setTo(args, 'applied'),
	'tildeforge.markPatchsetNeedsRevision': ({ statuses }, ...args: CommandArguments) =>
		statuses.setTo(args, 'needs_revision'),
	'tildeforge.markPatchsetRejected': ({ statuses }, ...args: CommandArguments) =>
		statuses.setTo(args, 'rejected'),
	'tildeforge.markPatchsetSuperseded': ({ statuses }, ...args: CommandArguments) =>
		statuses.setTo(args, 'superseded'),
	'tildeforge.markPatchsetProposed': ({ statuses }, ...args: CommandArguments) =>
		statuses.setTo(args, 'proposed'),
	'tildeforge.markPatchsetsSeen': ({ lists }, ...args: CommandArguments) => lists.markSeen(args),
	'tildeforge.markAllPatchsetsSeen': ({ lists }) => lists.markAllSeen(),
	'tildeforge.loadMorePatchsets': ({ lists }, ...args: CommandArguments) => lists.loadMore(args),
	'tildeforge.editPatchQueries': ({ lists }) => lists.editQueries(),
	'tildeforge.createList': ({ lists }) => lists.create(),
	'tildeforge.editList': ({ lists }, ...args: CommandArguments) => lists.edit(args),
	'tildeforge.pinList': ({ lists, showRow }) => lists.pin(showRow),
	'tildeforge.unpinList': ({ lists }, ...args: CommandArguments) => lists.unpin(args),
	'tildeforge.subscribeToList': ({ lists }, ...args: CommandArguments) => lists.subscribe(args),
	'tildeforge.subscribeToListByName': ({ lists }) => lists.subscribe([]),
	'tildeforge.unsubscribeFromList': ({ lists }, ...args: CommandArguments) => lists.unsubscribe(args),
	'tildeforge.openListOnWeb': ({ lists }, ...args: CommandArguments) => lists.openOnWeb(args),
	'tildeforge.openListItemOnWeb': ({ lists }, ...args: CommandArguments) => lists.openOnWeb(args),
	'tildeforge.copyListItemLink': ({ lists }, ...args: CommandArguments) => lists.copyLink(args),
	'tildeforge.copyMessageId': ({ lists }, ...args: CommandArguments) => lists.copyMessageId(args),
} satisfies CommandTable<PatchPagesAndCommands>;
