import type { CommandTable } from '../platform/commands/command-table.ts';
import type { CommandArguments } from '../platform/view/command-arguments.ts';
import type { ReviewCommands } from './commands/review-commands.ts';

/** The commands on the user's comments and mails. */
export const reviewCommands = {
	'tildeforge.commentOnLine': ({ drafts }) => drafts.commentOnLine(),
	'tildeforge.saveDraftComment': ({ drafts }, target?: unknown) => drafts.save(target),
	'tildeforge.editDraftComment': ({ drafts }, target?: unknown) => drafts.edit(target),
	'tildeforge.cancelDraftComment': ({ drafts }, target?: unknown) => drafts.cancel(target),
	'tildeforge.discardDraftComment': ({ drafts }, target?: unknown) => drafts.discard(target),
	'tildeforge.showReplyInDiscussion': (commands, comment?: unknown) => commands.showInDiscussion(comment),
	'tildeforge.copyReplyLink': (commands, comment?: unknown) => commands.copyReplyLink(comment),
	'tildeforge.replyToMail': ({ replies }, ...args: CommandArguments) => replies.replyToRow(args),
	'tildeforge.setUpMail': async ({ mailSender }) => (await mailSender()).setUpAndOfferTest(),
	'tildeforge.sendTestMail': async ({ mailSender }) => (await mailSender()).sendTest(),
	'tildeforge.forgetMailPassword': async ({ mailSender }) => (await mailSender()).forgetPassword(),
	'tildeforge.finishReview': ({ review }, comment?: unknown) => review.finishActive(comment),
	'tildeforge.finishMail': ({ review }, uri?: unknown) => review.finishMail(uri),
	'tildeforge.sendMail': ({ review }, target?: unknown) => review.finishMail(target, true),
	'tildeforge.openMailDraft': (commands, target?: unknown) => commands.openMailDraft(target),
	'tildeforge.discardMail': (commands, target?: unknown) => commands.discardMail(target),
	'tildeforge.replyToSenderOnly': (commands, target?: unknown) => commands.addressToSender(target),
	'tildeforge.copyMail': ({ review }, uri?: unknown) => review.copyMail(uri),
	'tildeforge.editMail': (commands, row?: unknown) => commands.editMail(row),
	'tildeforge.sendMailAgain': (commands, ...args: CommandArguments) =>
		commands.actOnLateMails('tildeforge.sendNow', args),
	'tildeforge.editSentMail': (commands, ...args: CommandArguments) =>
		commands.actOnLateMails('tildeforge.editMail', args),
	'tildeforge.discardSentMail': (commands, ...args: CommandArguments) =>
		commands.actOnLateMails('tildeforge.discardChange', args),
	'tildeforge.backToComments': ({ review }, uri?: unknown) => review.backToComments(uri),
} satisfies CommandTable<ReviewCommands>;
