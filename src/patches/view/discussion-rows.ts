import { visible } from '../../base/text/invisible-characters.ts';
import { count } from '../../base/text/numbers.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import { escapeMarkdown } from '../../platform/model/markdown/hover.ts';
import { longAge, shortAge } from '../../platform/model/words.ts';
import { agingRow, type Row } from '../../platform/view/row.ts';
import type { DiscussionSummary } from '../state/lists/series-summary.ts';
import type { MailSummary } from '../state/mails/mail-summary.ts';
import { type DescribeUsers, personPart } from './describe-users.ts';
import { groupRow } from './group-row.ts';
import { openCommand } from './open-command.ts';
import { newMailsBadge, newText, shownText } from './version-rows.ts';

interface Place {
	readonly list: ListKey;
	/** The id of the row above. */
	readonly groupId: string;
	/** Whether it is among all threads of the user, where its list is said instead of its sender. */
	readonly isMine?: boolean;
	/** How many mails have arrived since the user last looked. */
	readonly unseen?: number;
	/** Describes users in Markdown, for hovers. */
	readonly describeUsers?: DescribeUsers | undefined;
}

/** The folded row of threads. `rowOf` returns the row of one of them. */
export const discussionsRow = <T>(
	id: string,
	tooltip: string,
	threads: readonly T[],
	rowOf: (thread: T) => Row,
): Row =>
	groupRow(
		{
			id,
			label: 'Discussions',
			icon: 'comment-discussion',
			keepsOrder: true,
			tooltip,
			spokenLabel: `Discussions, ${count(threads.length, 'thread')}`,
		},
		threads,
		rowOf,
	);

/** The row of a thread that does not begin with a series. */
export const discussionRow = (discussion: DiscussionSummary, place: Place): Row =>
	agingRow((now) => discussionRowAt(now, discussion, place));

function discussionRowAt(
	now: number,
	discussion: DiscussionSummary,
	{ list, groupId, isMine = false, unseen = 0, describeUsers }: Place,
): Row {
	const { mail, replies, active } = discussion;
	const subject = shownText(mail.subject);
	const replyCount = [replies > 0 && count(replies, 'reply', 'replies'), newText(unseen)]
		.filter(Boolean)
		.join(', ');
	const sender = senderOf(mail);
	const place = isMine ? listRef(list) : sender;
	const time = active > 0 ? new Date(active).toISOString() : null;
	return {
		id: `${groupId}/${mail.id}`,
		label: subject,
		description: [place, shortAge(time, now), replyCount].filter(Boolean).join(' · '),
		icon: 'mail',
		tooltip: {
			markdown: () => hoverOf(discussion, now),
			...personPart(mail.sender?.canonical_name, describeUsers),
		},
		tooltipInputs: [subject, sender, mail.created, active, replies],
		...(unseen > 0 && { badge: newMailsBadge(unseen) }),
		spokenLabel: [subject, isMine ? `in ${place}` : sender && `by ${sender}`, longAge(time, now), replyCount]
			.filter(Boolean)
			.join(', '),
		context: 'discussion',
		...openCommand({
			kind: 'thread',
			list,
			mail: mail.id,
			message: mail.messageId,
			listId: groupId,
		}),
	};
}

/** The user name of the sender or, without an account, their name or address as soon as a mail of them was read. */
function senderOf({ sender, from }: MailSummary): string {
	const name = sender?.canonical_name ?? (from?.name || from?.email) ?? '';
	return name === '' ? '' : visible(shownText(name));
}

function hoverOf({ mail, replies, active }: DiscussionSummary, now: number): string {
	const sender = mail.sender ? visible(mail.sender.name) : senderOf(mail);
	const last = active > 0 ? longAge(new Date(active).toISOString(), now) : '';
	const sent = longAge(mail.created || null, now);
	const facts = [
		sender && `by ${sender}`,
		sent && `sent ${sent}`,
		replies > 0 && count(replies, 'reply', 'replies'),
		replies > 0 && last && `last mail ${last}`,
	].filter((fact) => typeof fact === 'string' && fact !== '');
	return [`**${escapeMarkdown(shownText(mail.subject))}**`, escapeMarkdown(facts.join(' · '))].join('\n\n');
}
