import type { PlacedPart, PlacedThread, TextThread } from '../../mail/replies/place-replies.ts';
import { netThreads } from '../../patches/model/net-diff/net-threads.ts';
import type { PatchFileKey, PatchKey } from '../../patches/model/side-texts/document-address.ts';
import { type DocumentRange, rangeInDocument } from '../../patches/model/side-texts/document-hunks.ts';
import type { DocumentLines } from '../../patches/model/side-texts/document-lines.ts';
import { messageLines } from '../../patches/model/side-texts/message-text.ts';

/** The replies to the lines of patches. */
export interface RepliesToLines {
	readonly ofFile: (key: PatchFileKey) => readonly PlacedThread[];
	/** The replies to the message, the notes and the diffstat of a patch. */
	readonly ofPatch: (key: PatchKey) => readonly TextThread[];
}

/** Replies to the same lines of a document. */
export interface DocumentThread {
	/** Unique in the document, and the same when further replies arrive. */
	readonly id: string;
	/** Undefined for lines of the mail that the document does not show. */
	readonly range: DocumentRange | undefined;
	/** Names such lines; otherwise empty. */
	readonly label: string;
	/** Oldest first. */
	readonly parts: readonly PlacedPart[];
}

/** The replies to the lines of a document. Those to lines of a file that the document does not show are left out. */
export function documentThreads(lines: DocumentLines, replies: RepliesToLines): readonly DocumentThread[] {
	if (lines.kind === 'message')
		return replies.ofPatch(lines.key).map((thread) => {
			const { text, last, parts } = thread;
			const range = rangeInMessage(lines, thread);
			return { id: `${text} ${last}`, range, label: range ? '' : labels[text], parts };
		});
	const { hunks } = lines;
	return threadsOfFile(lines, replies).flatMap(({ hunk, first, last, parts }) => {
		// Replies to the file as a whole are at its first line that was mailed.
		const range = rangeInDocument(hunks, hunk, Math.max(0, first), Math.max(0, last));
		return range ? { id: `${hunk} ${last}`, range, label: '', parts } : [];
	});
}

const labels = { cover: 'Cover letter', message: 'Message', notes: 'Notes', diffstat: 'Diffstat' };

function threadsOfFile(
	{ changes, hunks }: Extract<DocumentLines, { readonly kind: 'file' }>,
	replies: RepliesToLines,
): readonly PlacedThread[] {
	const discussed = changes.map((change) => ({ ...change, threads: replies.ofFile(change.key) }));
	const [first, ...others] = discussed;
	return first && others.length === 0 ? first.threads : netThreads(discussed, hunks);
}

function rangeInMessage(
	{ patch }: Extract<DocumentLines, { readonly kind: 'message' }>,
	{ text, first, last }: TextThread,
): DocumentRange | undefined {
	const shown = messageLines(patch);
	const isFrom = (at: number) =>
		shown[at]?.text === text && shown[at].line >= first && shown[at].line <= last;
	const own = [...shown.keys()].filter(isFrom);
	const [start] = own;
	const end = own.at(-1);
	return start === undefined || end === undefined ? undefined : { first: start, last: end };
}
