import type { ShownMailBlock } from '../../../src/patches/page/protocol/protocol.ts';
import { textOf } from '../../../src/platform/page/snapshot-parts.ts';

/** The plain text of a part of a mail on the page; empty if there is none. */
export function blockText(block: ShownMailBlock | undefined): string {
	if (!block) return '';
	return block.kind === 'diff' ? block.runs.map(({ text }) => text).join('\n') : textOf(block.pieces);
}
