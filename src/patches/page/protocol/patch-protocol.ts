import type { DiffRun } from '../../../mail/hunk-display/diff-runs.ts';
import type { FileMark } from '../../../mail/safety/file-marks.ts';
import type { Person } from '../../../platform/model/words.ts';
import type { Piece } from '../../../platform/page/snapshot-parts.ts';
import type { ShownReply, TextWithReplies } from './diff-protocol.ts';

/** A file of a patch. Its diff is asked for with `diff`. */
export interface ShownFile {
	/** Unique on the page. */
	readonly key: string;
	/** Differs if its diff or the replies to it differ. */
	readonly version: string;
	/** With a slash at the end; empty at the top. */
	readonly folder: string;
	readonly name: string;
	/** The previous path of a renamed or copied file; empty otherwise. */
	readonly oldPath: string;
	readonly marks: readonly FileMark[];
	readonly additions: number;
	readonly deletions: number;
	/** Sentences about what may deceive the reader. */
	readonly warnings: readonly { readonly text: string; readonly line: string }[];
	/** Why there is no diff to show: `Binary file`. Empty if there is one. */
	readonly withoutDiff: string;
	/** Lines below that could not be read as a diff. */
	readonly unread: readonly DiffRun[];
	/** The replies to a file without lines, such as a binary one. Replies to other files are in their diffs. */
	readonly replies: readonly ShownReply[];
	/** How many replies there are to it and its lines. */
	readonly replyCount: number;
	/** How many replies to the version before there are at its lines. */
	readonly remarkCount: number;
	/** How many draft comments the user has in it. */
	readonly draftCount: number;
	readonly isViewed: boolean;
	/** For the height of the diff before it is known. */
	readonly lineCount: number;
}

/** A patch of the shown version. */
export interface ShownPatch {
	readonly key: string;
	/** `1/3`; empty for a single patch. */
	readonly number: string;
	readonly title: string;
	/** The forge's id of its mail; null if it has not arrived. */
	readonly mail: number | null;
	/** The author, if it is not the submitter of the series. */
	readonly author: Person | null;
	/** `R 2`, with the full name for screen readers. */
	readonly trailers: readonly { readonly text: string; readonly label: string }[];
	/** The beginning of the message, as far as replies quote it. */
	readonly answeredMessage: readonly TextWithReplies[];
	/** The rest of the message without the title, with trailers. */
	readonly message: readonly Piece[];
	/** The index of the first line of the rest in the message. */
	readonly messageLine: number;
	/** The beginning of the notes, as far as replies quote them. */
	readonly answeredNotes: readonly TextWithReplies[];
	/** The rest of what the author wrote below `---`. */
	readonly notes: readonly Piece[];
	readonly notesLine: number;
	/** The replies to the lines of files in the diffstat. `file` is empty for the lines below the files. */
	readonly diffstatReplies: readonly { readonly file: string; readonly replies: readonly ShownReply[] }[];
	readonly files: readonly ShownFile[];
	/** `2 files, 85 lines added, 19 removed`. */
	readonly summary: string;
	/** Problems: it has not arrived, it could not be read, its diff is incomplete. */
	readonly warnings: readonly string[];
	/** The diff as it was sent if no file of it could be read; otherwise empty. */
	readonly unread: readonly DiffRun[];
}
