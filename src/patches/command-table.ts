import type { CommandTable } from '../platform/commands/command-table.ts';
import type { CommandArguments } from '../platform/view/command-arguments.ts';
import type { PatchPagesAndCommands } from './commands/pages-and-commands.ts';
import type { GoOptions } from './commands/series-commands.ts';

/** The commands on patchsets and mailing lists. */
export const patchCommands = {
	'tildeforge.openPatchset': ({ series }, ...args: CommandArguments) => series.open(args),
	'tildeforge.openPatchsetRow': ({ series }, ...args: CommandArguments) => series.openRow(args),
	'tildeforge.openPatchsetDiff': ({ series }, ...args: CommandArguments) => series.openDiff(args),
	'tildeforge.savePatchesAsMbox': ({ series }, ...args: CommandArguments) => series.saveAsMbox(args),
	'tildeforge.copyAmCommand': ({ series }, ...args: CommandArguments) => series.copyAmCommand(args),
	'tildeforge.goToPatchFile': ({ series }) => series.goToFile(),
	'tildeforge.showInPatchset': ({ series }) => series.showPage(),
	'tildeforge.commentOnLine': ({ drafts }) => drafts.commentOnLine(),
	'tildeforge.saveDraftComment': ({ drafts }, target?: unknown) => drafts.save(target),
	'tildeforge.editDraftComment': ({ drafts }, target?: unknown) => drafts.edit(target),
	'tildeforge.cancelDraftComment': ({ drafts }, target?: unknown) => drafts.cancel(target),
	'tildeforge.discardDraftComment': ({ drafts }, target?: unknown) => drafts.discard(target),
	'tildeforge.showReplyInDiscussion': ({ series }, comment?: unknown) => series.showInDiscussion(comment),
	'tildeforge.copyReplyLink': ({ series }, comment?: unknown) => series.copyReplyLink(comment),
	'tildeforge.openPatchsetOnWeb': ({ series }) => series.openOnWeb(),
	'tildeforge.copyPatchsetLink': ({ series }) => series.copyLink(),
	'tildeforge.nextPatchset': ({ series }, options?: GoOptions | null) => series.go(1, options ?? {}),
	'tildeforge.previousPatchset': ({ series }, options?: GoOptions | null) => series.go(-1, options ?? {}),
	'tildeforge.findPatchset': ({ series }) => series.find(),
	'tildeforge.openPatchsetByName': ({ series }, text?: unknown, account?: unknown) =>
		series.openByName(text, account),
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
	'tildeforge.replyToMail': ({ replies }, ...args: CommandArguments) => replies.replyToRow(args),
	'tildeforge.copyMessageId': ({ lists }, ...args: CommandArguments) => lists.copyMessageId(args),
	'tildeforge.setUpMail': async ({ mailSender }) => (await mailSender()).setUpAndOfferTest(),
	'tildeforge.sendTestMail': async ({ mailSender }) => (await mailSender()).sendTest(),
	'tildeforge.forgetMailPassword': async ({ mailSender }) => (await mailSender()).forgetPassword(),
	'tildeforge.finishReview': ({ review }) => review.finishActive(),
	'tildeforge.finishMail': ({ review }, uri?: unknown) => review.finishMail(uri),
	'tildeforge.copyMail': ({ review }, uri?: unknown) => review.copyMail(uri),
	'tildeforge.editMail': ({ editMail }, row?: unknown) => editMail(row),
	'tildeforge.sendMailAgain': ({ actOnLateMails }, ...args: CommandArguments) =>
		actOnLateMails('tildeforge.sendNow', args),
	'tildeforge.editSentMail': ({ actOnLateMails }, ...args: CommandArguments) =>
		actOnLateMails('tildeforge.editMail', args),
	'tildeforge.discardSentMail': ({ actOnLateMails }, ...args: CommandArguments) =>
		actOnLateMails('tildeforge.discardChange', args),
	'tildeforge.backToComments': ({ review }, uri?: unknown) => review.backToComments(uri),
} satisfies CommandTable<PatchPagesAndCommands>;
