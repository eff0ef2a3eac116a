import type { CommentPlace } from '../../../src/patches/page/protocol/comment-protocol.ts';
import type { PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';

type LineNumbers = Extract<CommentPlace, { kind: 'lines' }>['first'];

const isRemoved = ({ newLine }: LineNumbers): boolean => newLine === null;

/** The new number of a line, or the old one of a removed line. */
const numberOf = ({ oldLine, newLine }: LineNumbers): number | null => newLine ?? oldLine;

/** `line 126`, `removed line 12`. */
const wordsOfLine = (line: LineNumbers): string =>
	`${isRemoved(line) ? 'removed ' : ''}line ${numberOf(line)}`;

/** What a comment is about: `line 126`, `lines 125–126`, `removed line 22 to line 23`, `the cover letter`, `1/3`. */
export function wordsOfPlace(at: CommentPlace, snapshot: PatchsetSnapshot | undefined): string {
	if (at.kind === 'file') return 'the file';
	if (at.kind === 'mail') return nameOfMail(at.mail, snapshot);
	if (at.kind === 'text')
		return `${at.text === 'mail' ? 'a part' : `the ${at.text}`} of ${nameOfMail(at.mail, snapshot, at.patch)}`;
	const { first, last } = at;
	if (isRemoved(first) !== isRemoved(last)) return `${wordsOfLine(first)} to ${wordsOfLine(last)}`;
	const [from, to] = [numberOf(first), numberOf(last)];
	return from === to ? wordsOfLine(last) : `${isRemoved(last) ? 'removed ' : ''}lines ${from}–${to}`;
}

/** `patch`: the key of the patch that is meant, if the mail has several. */
function nameOfMail(mailId: number, snapshot: PatchsetSnapshot | undefined, patch = ''): string {
	const { cover, kind, patches = [], discussion = [] } = snapshot ?? {};
	if (cover?.mail === mailId) return kind === 'pull' ? 'the pull request' : 'the cover letter';
	const found = patches.find(({ key }) => key === patch) ?? patches.find((one) => one.mail === mailId);
	if (found) return found.number || 'the patch';
	const by = discussion.find(({ id }) => id === mailId)?.by.name;
	return by === undefined ? 'the mail' : `the mail by ${by}`;
}
