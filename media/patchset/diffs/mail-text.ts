import type { DiffBlock, MailText, ShownMailBlock } from '../../../src/patches/page/protocol/protocol.ts';
import { textOf } from '../../../src/platform/page/snapshot-parts.ts';
import { h, type VirtualElement } from '../../kit/draw.ts';
import { icon, iconButton, pieces } from '../../kit/page-elements.ts';

/** Longer quotes are folded. */
const maxQuotedLines = 8;

type TextBlock = Exclude<ShownMailBlock, DiffBlock>;

const lineCount = (block: TextBlock): number => textOf(block.pieces).trimEnd().split('\n').length;

function quote(block: TextBlock): VirtualElement {
	const lines = lineCount(block);
	const text = h(
		'blockquote',
		{ 'data-level': Math.min(block.level, 4), 'data-first-line': block.line },
		...pieces(block.pieces),
	);
	if (lines <= maxQuotedLines) return text;
	return h('details', { class: 'quoted-text' }, h('summary', {}, `${lines} quoted lines`), text);
}

/** A mail that is repeated below the reply, often with a whole patch. */
const original = (block: TextBlock): VirtualElement =>
	h(
		'details',
		{ class: 'quoted-text' },
		h('summary', {}, `Original message, ${lineCount(block)} lines`),
		h('blockquote', { 'data-level': 1, 'data-first-line': block.line }, ...pieces(block.pieces)),
	);

const runTags = { head: 'span', hunk: 'span', same: 'span', added: 'ins', removed: 'del' } as const;

/** The text of a diff in colors. `line`: the index of its first line in a text that the user can comment on. */
export const diffText = (runs: DiffBlock['runs'], line?: number): VirtualElement => {
	let next = line;
	const drawn = runs.map(({ kind, text }) => {
		const first = next ?? null;
		if (next !== undefined) next += text.split('\n').length;
		// A line break at the end of a block makes no line of its own.
		const lineBreak = (text === '' || text.endsWith('\n')) && '\n';
		return h(runTags[kind], { class: kind, 'data-first-line': first }, text, lineBreak);
	});
	return h('pre', { class: 'diff-text', tabindex: '0', role: 'group', 'aria-label': 'Diff' }, ...drawn);
};

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
function diff({ runs, line, suggestion }: DiffBlock): VirtualElement {
	if (!suggestion) return diffText(runs, line);
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
		diffText(runs, line),
	);
}

function drawBlock(block: ShownMailBlock): VirtualElement {
	if (block.kind === 'diff') return diff(block);
	if (block.kind === 'quote') return quote(block);
	if (block.kind === 'original') return original(block);
	// The remaining kinds are attributions, signatures and footers.
	const { kind, line } = block;
	return h(
		'p',
		{ class: kind === 'text' ? null : 'muted', 'data-first-line': line },
		...pieces(block.pieces),
	);
}

/** The text of a mail, or a part of it. */
export const mailBlocks = (blocks: readonly ShownMailBlock[]): VirtualElement =>
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
