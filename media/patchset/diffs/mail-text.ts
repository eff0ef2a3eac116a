import type { MailBlock, MailText } from '../../../src/patches/page/protocol/protocol.ts';
import { textOf } from '../../../src/platform/page/snapshot-parts.ts';
import { h, type VirtualElement } from '../../page/draw.ts';
import { icon, pieces } from '../../page/page-elements.ts';

/** Longer quotes are folded. */
const maxQuotedLines = 8;

function quote(block: MailBlock): VirtualElement {
	const lines = textOf(block.pieces).trimEnd().split('\n').length;
	const text = h('blockquote', { 'data-level': Math.min(block.level, 4) }, ...pieces(block.pieces));
	if (lines <= maxQuotedLines) return text;
	return h('details', { class: 'quoted-text' }, h('summary', {}, `${lines} quoted lines`), text);
}

function drawBlock(block: MailBlock): VirtualElement {
	if (block.kind === 'quote') return quote(block);
	if (block.kind === 'diff')
		return h('pre', { tabindex: '0', role: 'group', 'aria-label': 'Diff' }, ...pieces(block.pieces));
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
