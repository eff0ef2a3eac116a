import { formatNumber } from '../../src/base/text/numbers.ts';
import type { TextPlace } from '../../src/patches/page/protocol/comment-protocol.ts';
import type { ShownFile, ShownPatch, TextWithReplies } from '../../src/patches/page/protocol/protocol.ts';
import type { Piece } from '../../src/platform/page/snapshot-parts.ts';
import { type Child, h, type VirtualElement } from '../kit/draw.ts';
import { avatar, icon, iconButton, originOf, person, pieces } from '../kit/page-elements.ts';
import { commentsOfMail } from './diffs/comments-of-mail.ts';
import { diffText } from './diffs/mail-text.ts';
import { textThread } from './diffs/reply.ts';
import { pathOf, viewedBox } from './file.ts';
import { mailActions } from './mails/mail-actions.ts';

const barWidth = 120;

/** The widths of the parts of a bar, which `maxChanged` changed lines fill. */
function barWidths(additions: number, deletions: number, maxChanged: number): readonly [number, number] {
	const total = additions + deletions;
	if (total <= 0 || maxChanged <= 0) return [0, 0];
	const whole = Math.max(2, Math.round((barWidth * total) / maxChanged));
	const added = Math.round((whole * additions) / total);
	return [added, whole - added];
}

function bar({ additions, deletions }: ShownFile, maxChanged: number): VirtualElement {
	const [added, deleted] = barWidths(additions, deletions, maxChanged);
	return h(
		'svg',
		{ class: 'bars', viewBox: `0 0 ${barWidth} 8`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
		h('rect', { class: 'add', width: added, height: 8 }),
		h('rect', { class: 'del', x: added, width: deleted, height: 8 }),
	);
}

/** The row of a file in the diffstat. `maxChanged` is the number of changed lines of the longest bar. */
export const diffstatRow = (file: ShownFile, index: number, maxChanged: number): VirtualElement =>
	h(
		'tr',
		{ key: file.key, 'data-stat': index },
		h(
			'td',
			{ class: 'path' },
			h(
				'a',
				{ class: 'plain', href: '#', 'data-do': 'show-file', 'data-file': file.key, title: pathOf(file) },
				h('bdi', {}, pathOf(file)),
			),
		),
		h('td', { class: 'num' }, formatNumber(file.additions + file.deletions)),
		h('td', {}, bar(file, maxChanged)),
	);

/** A longer table is folded, because the first file would be far below. */
const maxRows = 50;

const isDiffstatFolded = ({ files }: ShownPatch): boolean => files.length > maxRows;

/** The row with the replies that quote the row of a file. */
export function diffstatReplyRow(patch: ShownPatch, { key }: ShownFile): Child {
	const found = isDiffstatFolded(patch) ? undefined : patch.diffstatReplies.find(({ file }) => file === key);
	return found && h('tr', { key: `replies ${key}` }, h('td', { colspan: 3 }, textThread(found.replies)));
}

/** The table of the changed files, and the replies to it that are below no row. `rows` are the rows that are drawn so far. */
export function diffstat(patch: ShownPatch, rows: readonly Child[]): readonly Child[] {
	const { key, title, summary, diffstatReplies } = patch;
	if (rows.length === 0 && summary === '') return [];
	const isFolded = isDiffstatFolded(patch);
	const below = diffstatReplies.filter(({ file }) => isFolded || file === '');
	const foot = h('tfoot', {}, h('tr', { 'data-stat': patch.files.length }, h('td', { colspan: 3 }, summary)));
	const table = h(
		'div',
		{ key: `diffstat ${key}`, class: 'table-wrap' },
		h(
			'table',
			{ class: 'diffstat', 'aria-label': `Files changed in ${title}` },
			h('tbody', {}, ...rows),
			!isFolded && foot,
		),
	);
	return [
		isFolded
			? h('details', { key: `diffstat ${key}`, class: 'diffstat-fold' }, h('summary', {}, summary), table)
			: table,
		...below.map(({ file, replies }) => h('div', { key: `replies ${file}` }, textThread(replies))),
	];
}

type TextName = TextPlace['text'];

const text = (name: TextName, line: number, all: readonly Piece[]): Child =>
	all.length > 0 &&
	h(
		'div',
		{ class: 'plain-mail', 'data-text': name },
		h('p', { dir: 'auto', 'data-first-line': line }, ...pieces(all)),
	);

/** A text, with the replies below the lines that they quote. `line`: the index of the first line of the rest. */
const textWithReplies = (
	name: TextName,
	answered: readonly TextWithReplies[],
	line: number,
	rest: readonly Piece[],
): readonly Child[] => [
	...answered.flatMap((part) => [text(name, part.line, part.pieces), textThread(part.replies)]),
	text(name, line, rest),
];

const warning = (sentence: string): VirtualElement =>
	h('div', { class: 'note warning' }, icon('warning'), h('p', {}, sentence));

/** Which files of a patch are viewed. */
export function viewedState({ files }: ShownPatch): 'true' | 'false' | 'mixed' {
	const viewed = files.filter(({ isViewed }) => isViewed).length;
	if (viewed === 0) return 'false';
	return viewed === files.length ? 'true' : 'mixed';
}

/** A single file has its own box, which does the same. */
const viewedPatch = (patch: ShownPatch): Child =>
	patch.files.length > 1 &&
	viewedBox(viewedState(patch), patch.number || patch.title, {
		'data-do': 'patch-viewed',
		'data-patch': patch.key,
	});

/** A single patch has no button, because that of the series does the same. */
const diffButton = ({ key, number, files }: ShownPatch): readonly VirtualElement[] =>
	number === '' || files.length === 0
		? []
		: [
				iconButton(`Open ${number} in diff editor`, 'diff', {
					tip: 'Open in diff editor',
					isTipAtEnd: true,
					'data-do': 'open-patch-diff',
					'data-patch': key,
				}),
			];

/** The title of a patch, its author, problems, message and notes. */
export const patchHead = (patch: ShownPatch): VirtualElement =>
	h(
		'div',
		{ key: `head ${patch.key}`, class: 'patch-head' },
		h(
			'div',
			{ class: 'row' },
			h('h3', { dir: 'auto' }, patch.number && h('span', { class: 'num' }, patch.number, ' '), patch.title),
			...patch.trailers.map(({ text: short, label }) =>
				h(
					'span',
					{ class: 'mark strong', 'data-tip': label },
					h('span', { class: 'clip', 'aria-hidden': 'true' }, short),
					h('span', { class: 'screen-reader-only' }, label),
				),
			),
			patch.mail !== null && mailActions(patch.mail, patch.number || patch.title, ...diffButton(patch)),
			viewedPatch(patch),
		),
		patch.author &&
			h(
				'p',
				{ class: 'meta' },
				h('span', {}, 'Author:'),
				avatar(patch.author, 'small'),
				person(patch.author),
				originOf(patch.author),
			),
		...patch.warnings.map(warning),
		patch.unread.length > 0 && h('div', { class: 'plain-mail' }, diffText(patch.unread)),
		...textWithReplies('message', patch.answeredMessage, patch.messageLine, patch.message),
		(patch.notes.length > 0 || patch.answeredNotes.length > 0) &&
			h(
				'div',
				{ class: 'after-message' },
				h('h4', {}, 'Notes, not part of the commit'),
				...textWithReplies('notes', patch.answeredNotes, patch.notesLine, patch.notes),
			),
		patch.mail !== null && commentsOfMail(patch.mail),
	);

/** A patch: its head, the diffstat and its files. */
export const patchArticle = ({ key, number, title }: ShownPatch, parts: readonly Child[]): VirtualElement =>
	h(
		'article',
		{
			key: `patch ${key}`,
			class: 'patch',
			'aria-label': `${number} ${title}`.trim(),
			tabindex: '-1',
			'data-patch': key,
		},
		...parts,
	);
