import type { DiffBlock, MailBlock, MailText } from '../../../src/patches/page/protocol/protocol.ts';
import { textOf } from '../../../src/platform/page/snapshot-parts.ts';
import { h, type VirtualElement } from '../../page/draw.ts';
import { icon, iconButton, pieces } from '../../page/page-elements.ts';

/** Longer quotes are folded. */
const maxQuotedLines = 8;

type TextBlock = Exclude<MailBlock, DiffBlock>;

const lineCount = (block: TextBlock): number => textOf(block.pieces).trimEnd().split('\n').length;

function quote(block: TextBlock): VirtualElement {
	const lines = lineCount(block);
	const text = h('blockquote', { 'data-level': Math.min(block.level, 4) }, ...pieces(block.pieces));
	if (lines <= maxQuotedLines) return text;
	return h('details', { class: 'quoted-text' }, h('summary', {}, `${lines} quoted lines`), text);
}

/** A mail that is repeated below the reply, often with a whole patch. */
const original = (block: TextBlock): VirtualElement =>
	h(
		'details',
		{ class: 'quoted-text' },
		h('summary', {}, `Original message, ${lineCount(block)} lines`),
		h('blockquote', { 'data-level': 1 }, ...pieces(block.pieces)),
	);

const runTags = { head: 'span', hunk: 'span', same: 'span', added: 'ins', removed: 'del' } as const;

/** The text of a diff in colors. */
export const diffText = (runs: DiffBlock['runs']): VirtualElement =>
	h(
		'pre',
		{ class: 'diff-text', tabindex: '0', role: 'group', 'aria-label': 'Diff' },
		// A line break at the end of a block makes no line of its own.
		...runs.map(({ kind, text }) =>
			h(runTags[kind], { class: kind }, text, (text === '' || text.endsWith('\n')) && '\n'),
		),
	);

const place = ({ path, line, text }: NonNullable<DiffBlock['suggestion']>['places'][number]) =>
	path === ''
		? h('span', { class: 'where' }, text)
		: h(
				'button',
				{
					class: 'text-button where',
					type: 'button',
					'data-do': 'show-path',
					'data-path': path,
					'data-line': line,
				},
				text,
			);

/** A diff, with the lines that it changes if it is a suggestion. */
function diff({ runs, suggestion }: DiffBlock): VirtualElement {
	if (!suggestion) return diffText(runs);
	const { mail, at, places } = suggestion;
	return h(
		'div',
		{ class: 'suggestion' },
		h(
			'div',
			{ class: 'row aside-text' },
			h('span', {}, 'Suggested at'),
			...places.map(place),
			iconButton('Copy diff', 'copy', {
				'data-do': 'copy-diff',
				'data-mail': mail,
				'data-at': at,
				isTipAtEnd: true,
			}),
		),
		diffText(runs),
	);
}

function drawBlock(block: MailBlock): VirtualElement {
	if (block.kind === 'diff') return diff(block);
	if (block.kind === 'quote') return quote(block);
	if (block.kind === 'original') return original(block);
	// Other kinds are attributions, signatures and footers.
	return h('p', { class: block.kind === 'text' ? null : 'muted' }, ...pieces(block.pieces));
}

/** The text of a mail, or a part of it. */
export const mailBlocks = (blocks: readonly MailBlock[]): VirtualElement =>
	h('div', { class: 'plain-mail', dir: 'auto' }, ...blocks.map(drawBlock));

export const mailText = ({ blocks, attachments }: MailText): VirtualElement =>
	h(
		'div',
		{ class: 'mail-text' },
		blocks.length > 0 ? mailBlocks(blocks) : h('p', { class: 'muted' }, 'This mail has no text.'),
		attachments.length > 0 &&
			h(
				'ul',
				{ class: 'attachments', 'aria-label': 'Attachments' },
				...attachments.map((name) => h('li', { class: 'mark' }, icon('file-media'), h('span', {}, name))),
			),
	);
