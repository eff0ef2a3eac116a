import { visible } from '../../base/text/invisible-characters.ts';
import { count as countOf, formatNumber } from '../../base/text/numbers.ts';
import { type ItemName, itemRef } from '../../platform/model/item-name.ts';
import { idOfSeries, type ListKey, listRef, type SeriesKey } from '../../platform/model/keys.ts';
import { nearDate } from '../../platform/model/words.ts';
import { agingRow, type Row } from '../../platform/view/row.ts';
import { seriesOf } from '../model/patches-target.ts';
import { lateMails, type SavedComment, type SavedMail } from '../model/review-comment.ts';
import { mailsOf, type ThreadSummaries } from '../state/lists/series-summary.ts';
import type { MailSummary } from '../state/mails/mail-summary.ts';
import { groupRow } from './group-row.ts';
import { openCommand } from './open-command.ts';
import { shownText, versionTarget } from './version-rows.ts';

/** What is known of a list. */
interface CommentedList {
	readonly mails: ReadonlyMap<number, MailSummary>;
	readonly threads: ThreadSummaries;
}

interface DraftRowsInput {
	readonly cacheOf: (list: ListKey) => CommentedList | undefined;
	/** The mails that the user is writing. */
	readonly written?: readonly SavedMail[];
}

/** The lists of mails that the user has commented on. */
export const listsOfDrafts = (drafts: readonly SavedComment[]): readonly ItemName[] => {
	const lists = drafts.map(({ key: { owner, list } }) => ({ owner, name: list }));
	return [...new Map(lists.map((list) => [itemRef(list), list])).values()];
};

/** The page that shows the mail of a comment, as far as it is known. */
interface CommentedThread {
	readonly series: SeriesKey;
	readonly title: string;
}

/** How a row describes the comments below it. */
interface CommentGroup {
	/** The last part of the row's id. */
	readonly name: string;
	readonly label: string;
	readonly icon: string;
	readonly tooltip: string;
	/** What is counted: `comment`. */
	readonly noun: string;
	readonly count: (comments: readonly SavedComment[]) => number;
	/** Describes the time of the newest comment. `date` is a text such as `today 08:12`. */
	readonly when: (date: string) => string;
	/** For the menus of its rows. */
	readonly contextOf: (comments: readonly SavedComment[], now: number) => Partial<Row>;
}

const draftGroup: CommentGroup = {
	name: 'drafts',
	label: 'Drafts',
	icon: 'comment-draft',
	tooltip: 'Comments of your reviews and mails that are not sent',
	noun: 'comment',
	count: ({ length }) => length,
	when: (date) => date,
	contextOf: () => ({}),
};
const heldGroup: CommentGroup = {
	name: 'not-on-list',
	label: 'Not on the List Yet',
	icon: 'mail',
	tooltip: 'Mails you sent that are not on their list. They may be waiting for a moderator.',
	noun: 'mail',
	count: (comments) => new Set(comments.map(({ body }) => body.sentIn)).size,
	when: (date) => `sent ${date}`,
	contextOf: (comments, now) => {
		const late = lateMails(comments, now);
		return late.length === 0 ? {} : { context: 'late mails', about: { kind: 'late', late } };
	},
};

/**
 * The row *Drafts*. Below it is a row for each mail that the user is writing, and for each version of a series, or thread, with comments that are
 * not sent, the newest first. Empty without them.
 */
export const draftsGroup = (
	parentId: string,
	drafts: readonly SavedComment[],
	input: DraftRowsInput,
): readonly Row[] => groupRows(draftGroup, parentId, drafts, input);

/** The row *Not on the List Yet*, for comments whose mails were sent and are not on their list. */
export const heldGroupRows = (
	parentId: string,
	held: readonly SavedComment[],
	input: DraftRowsInput,
): readonly Row[] => groupRows(heldGroup, parentId, held, input);

function groupRows(
	group: CommentGroup,
	parentId: string,
	comments: readonly SavedComment[],
	input: DraftRowsInput,
): readonly Row[] {
	const { written = [] } = input;
	if (comments.length + written.length === 0) return [];
	const { name, label, icon, tooltip } = group;
	const id = `${parentId}/${name}`;
	const found = new Map(comments.map((one) => [one, threadOf(one, input)]));
	const bySeries = [
		...Map.groupBy(comments, (one) => idOfSeries(found.get(one)?.series ?? one.key)).values(),
	];
	const number = formatNumber(group.count(comments) + written.length);
	return [
		agingRow((now) => {
			const counted = { description: number, spokenLabel: `${label}, ${number}` };
			const row = {
				id,
				label,
				icon,
				tooltip,
				keepsOrder: true,
				...counted,
				...group.contextOf(comments, now),
			};
			return groupRow(row, [...written, ...bySeries], (one) =>
				agingRow((at) => ('text' in one ? mailRow(id, one, at) : commentsRow(group, id, one, input, at))),
			);
		}),
	];
}

function mailRow(groupId: string, { id, list, text, saved }: SavedMail, now: number): Row {
	const subject = shownText(/^Subject: *(.*)/im.exec(text)?.[1] ?? '');
	const about = { kind: 'mail draft', draft: id };
	return {
		id: `${groupId}/${id}`,
		label: subject,
		description: ['mail', listRef(list), nearDate(new Date(saved).toISOString(), now)].join(' · '),
		icon: 'mail',
		tooltip: visible(text).slice(0, 500),
		spokenLabel: [subject, 'mail', `in ${listRef(list)}`].join(', '),
		context: 'mail draft',
		about,
		command: { id: 'tildeforge.openMailDraft', title: 'Open Draft', arguments: [about] },
	};
}

function commentsRow(
	group: CommentGroup,
	groupId: string,
	comments: readonly SavedComment[],
	input: DraftRowsInput,
	now: number,
): Row {
	const [newest] = comments;
	if (!newest) throw new Error('A row of comments needs one');
	const { key, body, saved } = newest;
	const { series, title } = threadOf(newest, input);
	const counted = countOf(group.count(comments), group.noun);
	const target = { kind: 'patch', series, mail: key.mail, message: '', listId: groupId } as const;
	const { context, about } = group.contextOf(comments, now);
	const when = group.when(nearDate(new Date(saved).toISOString(), now));
	return {
		id: `${groupId}/${JSON.stringify(series)}`,
		label: title,
		description: [counted, listRef(key), when].join(' · '),
		icon: group.icon,
		tooltip: `${title}\n${visible(body.text).slice(0, 500)}`,
		spokenLabel: [title, counted, `in ${listRef(key)}`].join(', '),
		...openCommand(target),
		...(about && { context, about: { ...about, ...target } }),
	};
}

function threadOf({ key }: SavedComment, { cacheOf }: DraftRowsInput): CommentedThread {
	const { mail, lines: _, ...list } = key;
	const { mails, threads } = cacheOf(list) ?? {};
	// A reply is on the page of the version that it answers, directly or not.
	const answered = mails ? ancestorsOf(mail, mails) : [];
	const series = threads?.series.find((one) => one.mails.some(({ id }) => id === mail));
	const versions = series?.chain.versions.toReversed() ?? [];
	const version =
		answered.flatMap((id) => versions.find((one) => mailsOf(one).some((own) => own.id === id)) ?? [])[0] ??
		series?.newest;
	const target = version && versionTarget(list, version);
	if (series && target) return { series: seriesOf(target), title: shownText(series.chain.title) };
	const root = mails?.get(mails.get(mail)?.thread ?? mail);
	return {
		series: { ...list, mail: root?.id ?? mail },
		title: root ? shownText(root.subject) : `Mail in ${listRef(list)}`,
	};
}

/** A mail and the mails that it answers, the nearest first. */
function ancestorsOf(mail: number, mails: ReadonlyMap<number, MailSummary>): readonly number[] {
	const found = new Set<number>();
	for (let at: number | null = mail; at !== null && !found.has(at); at = mails.get(at)?.parent ?? null)
		found.add(at);
	return [...found];
}
