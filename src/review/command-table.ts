import type { CommandTable } from '../platform/commands/command-table.ts';
import type { CommandArguments } from '../platform/view/command-arguments.ts';
import { copyReplyLink, showInDiscussion } from './commands/diff-threads/reply-comment.ts';
import { editMail } from './commands/edit-mail.ts';
import { actOnLateMails } from './commands/late-mails.ts';
import type { ReviewCommands } from './commands/review-commands.ts';

/** The commands on the user's comments and mails. */
export const reviewCommands = {
	'tildeforge.commentOnLine': ({ drafts }) => drafts.commentOnLine(),
	'tildeforge.saveDraftComment': ({ drafts }, target?: unknown) => drafts.save(target),
	'tildeforge.editDraftComment': ({ drafts }, target?: unknown) => drafts.edit(target),
	'tildeforge.cancelDraftComment': ({ drafts }, target?: unknown) => drafts.cancel(target),
	'tildeforge.discardDraftComment': ({ drafts }, target?: unknown) => drafts.discard(target),
	'tildeforge.showReplyInDiscussion': ({ pages }, comment?: unknown) => showInDiscussion(comment, pages),
	'tildeforge.copyReplyLink': (_, comment?: unknown) => copyReplyLink(comment),
	'tildeforge.replyToMail': ({ replies }, ...args: CommandArguments) => replies.replyToRow(args),
	'tildeforge.setUpMail': async ({ mailSender }) => (await mailSender()).setUpAndOfferTest(),
	'tildeforge.sendTestMail': async ({ mailSender }) => (await mailSender()).sendTest(),
	'tildeforge.forgetMailPassword': async ({ mailSender }) => (await mailSender()).forgetPassword(),
	'tildeforge.finishReview': ({ review }, comment?: unknown) => review.finishActive(comment),
	'tildeforge.finishMail': ({ review }, uri?: unknown) => review.finishMail(uri),
	'tildeforge.sendMail': ({ review }, target?: unknown) => review.finishMail(target, true),
	'tildeforge.openMailDraft': ({ mailDocuments }, target?: unknown) => mailDocuments.openDraft(target),
	'tildeforge.discardMail': ({ mailDocuments }, target?: unknown) => mailDocuments.discard(target),
	'tildeforge.replyToSenderOnly': ({ mailDocuments }, target?: unknown) =>
		mailDocuments.addressToSender(target),
	'tildeforge.copyMail': ({ review }, uri?: unknown) => review.copyMail(uri),
	'tildeforge.editMail': ({ mails }, row?: unknown) => editMail(row, mails),
	'tildeforge.sendMailAgain': ({ mails }, ...args: CommandArguments) =>
		actOnLateMails(mails, 'tildeforge.sendNow', args),
	'tildeforge.editSentMail': ({ mails }, ...args: CommandArguments) =>
		actOnLateMails(mails, 'tildeforge.editMail', args),
	'tildeforge.discardSentMail': ({ mails }, ...args: CommandArguments) =>
		actOnLateMails(mails, 'tildeforge.discardChange', args),
	'tildeforge.backToComments': ({ review }, uri?: unknown) => review.backToComments(uri),
} satisfies CommandTable<ReviewCommands>;
