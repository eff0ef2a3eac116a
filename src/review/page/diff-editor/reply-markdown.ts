import type { ShownMailBlock } from '../../../patches/page/protocol/mail-protocol.ts';
import { isWebAddress, safeAddress } from '../../../platform/model/addresses.ts';
import { escapeMarkdown } from '../../../platform/model/markdown/hover.ts';
import type { Piece } from '../../../platform/page/snapshot-parts.ts';

/** The rest of a longer reply is only in the discussion. */
const maxCharacters = 20_000;
/** Deeper quotes are shown at this level, as on the page: each level takes an editor long to render. */
const deepestQuote = 4;

/**
 * A reply as Markdown for a comment of an editor: quotes, diffs as code, and otherwise the text as it is. Mails are not written in Markdown and may be
 * hostile, so everything is escaped, and only web addresses are links.
 */
export function replyMarkdown(blocks: readonly ShownMailBlock[]): string {
	const written: string[] = [];
	let left = maxCharacters;
	for (const block of blocks) {
		if (!isShown(block)) continue;
		if (left <= 0) {
			written.push('…');
			break;
		}
		const markdown = block.kind === 'diff' ? code(block.runs) : paragraphs(block.pieces, block.level, left);
		left -= markdown.length;
		written.push(markdown);
	}
	return written.join('\n\n');
}

/** Signatures, footers of lists and repeated mails are in the discussion. */
const isShown = ({ kind }: ShownMailBlock): boolean =>
	kind === 'text' || kind === 'quote' || kind === 'attribution' || kind === 'diff';

function code(runs: readonly { readonly text: string }[]): string {
	const text = runs.map((run) => run.text).join('\n');
	const cut = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}\n…` : text;
	const marks = cut.match(/`+/g) ?? [];
	const longest = marks.reduce((most, { length }) => Math.max(most, length), 2);
	const fence = '`'.repeat(longest + 1);
	return `${fence}diff\n${cut}\n${fence}`;
}

/** Each line of the text is a line of its own. */
function paragraphs(pieces: readonly Piece[], level: number, longest: number): string {
	const mark = '> '.repeat(Math.min(level, deepestQuote));
	const empty = mark.trimEnd();
	let left = longest;
	const written = pieces.map((piece) => {
		const text = typeof piece === 'string' ? piece : 'link' in piece ? piece.link : '';
		const shown = text.length > left ? `${text.slice(0, Math.max(0, left))}…` : text;
		const isCut = left < 0;
		left -= text.length;
		if (isCut) return '';
		return typeof piece !== 'string' && 'open' in piece && piece.open !== undefined
			? link(shown, piece.open)
			: shown.split('\n').map(words).join('\n');
	});
	return written
		.join('')
		.split('\n')
		.map((line) => `${mark}${line}`.trimEnd())
		.map((line, at, all) => (line === empty || (all[at + 1] ?? empty) === empty ? line : `${line}  `))
		.join('\n');
}

/** Markdown would join spaces, and take those at the start of a line for code. */
const words = (line: string): string =>
	line
		.replaceAll('\t', '    ')
		.split(/(^ +| {2,})/)
		.map((part) => (/^ +$/.test(part) && part !== ' ' ? '&nbsp;'.repeat(part.length) : escapeMarkdown(part)))
		.join('');

function link(text: string, open: string): string {
	const address = isWebAddress(open) ? safeAddress(open) : undefined;
	const shown = escapeMarkdown(text);
	return address === undefined ? shown : `[${shown}](<${address}>)`;
}
