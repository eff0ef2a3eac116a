import type { CommentPlace } from '../../../src/patches/page/protocol/comment-protocol.ts';

type LineNumbers = Extract<CommentPlace, { kind: 'lines' }>['first'];

/** The new number of a line, or the old one of a removed line. */
const numberOf = ({ oldLine, newLine }: LineNumbers): number | null => newLine ?? oldLine;

const isRemoved = ({ newLine }: LineNumbers): boolean => newLine === null;

/** What a comment is about: `line 126`, `lines 125–126`, `removed line 12`. */
export function wordsOfPlace(at: CommentPlace): string {
	if (at.kind === 'file') return 'the file';
	if (at.kind === 'mail') return 'the mail';
	if (at.kind === 'text') return at.text === 'diffstat' ? 'the diffstat' : 'a part of the text';
	const [from, to] = [numberOf(at.first), numberOf(at.last)];
	const kind = isRemoved(at.first) && isRemoved(at.last) ? 'removed ' : '';
	if (from === to || isRemoved(at.first) !== isRemoved(at.last)) return `${kind}line ${to}`;
	return `${kind}lines ${from}–${to}`;
}
