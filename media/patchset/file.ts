import { formatNumber } from '../../src/base/text/numbers.ts';
import type { ShownFile } from '../../src/patches/page/protocol/protocol.ts';
import { type Child, h, type VirtualElement } from '../kit/draw.ts';
import { tipWithKey } from '../kit/keys.ts';
import { icon, iconButton } from '../kit/page-elements.ts';
import { diffText } from './diffs/mail-text.ts';
import { textThread } from './diffs/reply.ts';

/** The path of a file, as displayed. */
export const pathOf = ({ folder, name }: ShownFile): string => `${folder}${name}`;

const sums = ({ additions, deletions }: ShownFile): VirtualElement =>
	h(
		'span',
		{ class: 'sums' },
		h('span', { class: 'sum-add' }, formatNumber(additions)),
		h('span', { class: 'sum-del' }, formatNumber(deletions)),
	);

export const replyCountOf = (count: number): Child =>
	count > 0 &&
	h(
		'span',
		{ class: 'reply-count' },
		icon('comment'),
		String(count),
		h('span', { class: 'screen-reader-only' }, count === 1 ? ' reply' : ' replies'),
	);

export const draftCountOf = (drafts: number): Child =>
	drafts > 0 &&
	h(
		'span',
		{ class: 'reply-count drafts' },
		icon('comment-draft'),
		String(drafts),
		h('span', { class: 'screen-reader-only' }, drafts === 1 ? ' draft' : ' drafts'),
	);

const mark = ({ text, isWarning }: ShownFile['marks'][number]): VirtualElement =>
	h(
		'span',
		{ class: 'mark' },
		isWarning && icon('shield', 'warn'),
		h('span', { class: 'clip', title: text }, text),
	);

/** `data` identifies the action and what it is for. */
export const viewedBox = (
	checked: 'true' | 'false' | 'mixed',
	what: string,
	data: Readonly<Record<string, string>>,
): VirtualElement =>
	h(
		'button',
		{
			class: 'check',
			type: 'button',
			role: 'checkbox',
			'aria-checked': checked,
			'aria-label': `Viewed: ${what}`,
			'aria-keyshortcuts': tipWithKey('', 'v')['aria-keyshortcuts'],
			...data,
		},
		h('span', { class: 'box' }, checked === 'true' && icon('check')),
		'Viewed',
	);

function fileHead(file: ShownFile, isFolded: boolean): VirtualElement {
	const { key, folder, name, oldPath, marks, replyCount, draftCount, withoutDiff } = file;
	const path = pathOf(file);
	return h(
		'div',
		{ class: 'file-head', role: 'toolbar', 'aria-label': `Actions for ${path}` },
		iconButton(`${isFolded ? 'Unfold' : 'Fold'} ${path}`, 'chevron-right', {
			tip: isFolded ? 'Unfold' : 'Fold',
			shortcut: 'z',
			'aria-expanded': String(!isFolded),
			'data-do': 'fold',
			'data-file': key,
		}),
		h(
			'h4',
			{ title: oldPath === '' ? path : `${oldPath} → ${path}` },
			oldPath !== '' && h('span', { class: 'dir' }, `${oldPath} → `),
			h('span', { class: 'dir' }, folder),
			h('span', { class: 'base' }, name),
		),
		iconButton(`Copy path ${path}`, 'copy', {
			tip: 'Copy path',
			tabindex: '-1',
			'data-do': 'copy-path',
			'data-file': key,
		}),
		...marks.map(mark),
		h(
			'span',
			{ class: 'tail' },
			replyCountOf(replyCount),
			draftCountOf(draftCount),
			sums(file),
			withoutDiff === '' &&
				iconButton(`Open ${path} in diff editor`, 'diff', {
					tip: 'Open in diff editor',
					shortcut: 'Shift+O',
					isTipAtEnd: true,
					tabindex: '-1',
					'data-do': 'open-file-diff',
					'data-file': key,
				}),
			iconButton(`Go to file ${path}`, 'go-to-file', {
				tip: 'Go to file',
				shortcut: 'Shift+E',
				isTipAtEnd: true,
				tabindex: '-1',
				'data-do': 'go-to-file',
				'data-file': key,
			}),
			viewedBox(file.isViewed ? 'true' : 'false', path, {
				'data-do': 'viewed',
				'data-file': key,
				tabindex: '-1',
			}),
		),
	);
}

/** Sentences about what may deceive the reader, with buttons that go to the lines. */
const warnings = ({ key, warnings: all }: ShownFile): readonly VirtualElement[] =>
	all.map(({ text, line }) =>
		h(
			'div',
			{ class: 'note warning flush' },
			icon('shield'),
			h('p', {}, text),
			line &&
				h(
					'button',
					{ class: 'button', type: 'button', 'data-do': 'show-line', 'data-file': key, 'data-line': line },
					`Go to Line ${line}`,
				),
		),
	);

/** A file of a patch. Its diff is put into it by `Diffs`. */
export const fileSection = (file: ShownFile, isFolded: boolean): VirtualElement =>
	h(
		// A group and not a section with a name: so many landmarks would be of no use, and several patches can change a file.
		'div',
		{
			key: file.key,
			role: 'group',
			class: `file${isFolded ? ' folded' : ''}${file.isViewed ? ' viewed' : ''}`,
			'aria-label': pathOf(file),
			tabindex: '-1',
			lines: file.lineCount,
			'data-file': file.key,
			'data-part': `file ${file.key}`,
		},
		fileHead(file, isFolded),
		...(isFolded ? [] : warnings(file)),
		!isFolded && file.replies.length > 0 && textThread(file.replies),
		h('div', { key: 'comments', class: 'file-comments', keepsChildren: true, hidden: isFolded }),
		file.withoutDiff === ''
			? h('div', {
					key: 'lines',
					class: 'lines',
					keepsChildren: true,
					hidden: isFolded,
					tabindex: '0',
					role: 'group',
					'aria-label': `Changes in ${pathOf(file)}`,
				})
			: h('p', { key: 'none', class: 'without-diff', hidden: isFolded }, file.withoutDiff),
		file.unread.length > 0 &&
			h('div', { key: 'unread', class: 'unread', hidden: isFolded }, diffText(file.unread)),
	);
