import { visible } from '../../base/text/invisible-characters.ts';
import { count as countOf, formatNumber } from '../../base/text/numbers.ts';
import type { ItemName } from '../../platform/model/item-name.ts';
import { listRef, type SeriesKey } from '../../platform/model/keys.ts';
import { nearDate } from '../../platform/model/words.ts';
import { agingRow, type Row } from '../../platform/view/row.ts';
import type { MailSummary } from '../state/mails/mail-summary.ts';
import type { ReviewComment } from '../state/review/review-comments.ts';
import { maxShown, moreRow } from './more-row.ts';
import { openCommand } from './open-command.ts';
import { shownText } from './version-rows.ts';

interface DraftRowsInput {
	/** The known mails of a list, by their ids. */
	readonly mailsOf: (list: ItemName) => ReadonlyMap<number, MailSummary> | undefined;
	readonly now: () => number;
}

/** The lists of mails that the user has commented on. */
export const listsOfDrafts = (drafts: readonly ReviewComment[]): readonly ItemName[] =>
	drafts.map(({ key: { owner, list } }) => ({ owner, name: list }));

/** The row *Drafts*, with a row for each series or thread on which an account has comments that are not sent, the newest first. Empty without comments. */
export function draftsGroup(
	parentId: string,
	drafts: readonly ReviewComment[],
	input: DraftRowsInput,
): readonly Row[] {
	if (drafts.length === 0) return [];
	const id = `${parentId}/drafts`;
	const bySeries = [...Map.groupBy(drafts, (draft) => JSON.stringify(seriesOf(draft, input))).values()];
	const number = formatNumber(drafts.length);
	return [
		{
			id,
			label: 'Drafts',
			description: number,
			icon: 'comment-draft',
			tooltip: 'Comments of your reviews that are not sent',
			spokenLabel: `Drafts, ${number}`,
			children: () => [
				...bySeries
					.slice(0, maxShown)
					.map((ofSeries) => agingRow(input.now, (now) => draftRow(id, ofSeries, input, now))),
				...moreRow(bySeries.length, id),
			],
		},
	];
}

function draftRow(
	groupId: string,
	drafts: readonly ReviewComment[],
	input: DraftRowsInput,
	now: number,
): Row {
	const [newest] = drafts;
	if (!newest) throw new Error('A row of drafts needs one');
	const { key, body, saved } = newest;
	const series = seriesOf(newest, input);
	const subject = subjectOf(newest, input);
	const counted = countOf(drafts.length, 'comment');
	const when = nearDate(new Date(saved).toISOString(), now);
	return {
		id: `${groupId}/${JSON.stringify(series)}`,
		label: subject,
		description: [counted, listRef(key), when].join(' · '),
		icon: 'comment-draft',
		tooltip: `${subject}\n${visible(body.text).slice(0, 500)}`,
		spokenLabel: [subject, counted, `in ${listRef(key)}`].join(', '),
		context: 'review drafts',
		...openCommand({ kind: 'patch', series, mail: key.mail, message: '' }),
	};
}

const mailOf = ({ key }: ReviewComment, { mailsOf }: DraftRowsInput): MailSummary | undefined =>
	mailsOf({ owner: key.owner, name: key.list })?.get(key.mail);

/** The page that shows the mail of a comment, as far as it is known. */
function seriesOf(draft: ReviewComment, input: DraftRowsInput): SeriesKey {
	const { account, owner, list, mail } = draft.key;
	const known = mailOf(draft, input);
	const inList = { account, owner, list };
	return known?.patchset
		? { ...inList, patchset: known.patchset.id }
		: { ...inList, mail: known?.thread ?? mail };
}

/** The subject of the mail that starts the thread, or else of the mail. */
function subjectOf(draft: ReviewComment, input: DraftRowsInput): string {
	const { owner, list } = draft.key;
	const known = mailOf(draft, input);
	const mails = input.mailsOf({ owner, name: list });
	const first = mails?.get(known?.thread ?? -1) ?? known;
	return first ? shownText(first.subject) : `Mail in ${listRef(draft.key)}`;
}
