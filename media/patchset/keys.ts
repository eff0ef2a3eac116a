import type { PatchsetSnapshot } from '../../src/patches/page/protocol/protocol.ts';
import type { ControlKey } from '../kit/key-list.ts';
import type { PageKey } from '../kit/keys.ts';

/** The keys of the page of a patchset. Letters that the page of a ticket has, too, mean the same there (`test/house/page-keys.test.ts`). */
export const patchsetKeys = [
	['Move', 'j', 'Next patchset', 'next'],
	['Move', 'k', 'Previous patchset', 'previous'],
	['Move', 'e', 'Mark as seen in the Inbox, go to the next update', 'done'],
	['Move', 'n', 'Next reply or draft', 'next-entry'],
	['Move', 'p', 'Previous reply or draft', 'previous-entry'],
	['Move', '.', 'Go to what is new', 'show-unseen'],
	['Move', 'g', 'Go to the start', 'show-start'],
	['Move', 'G', 'Go to the end', 'show-end'],
	['Move', '}J', 'Next patch', 'next-patch'],
	['Move', '{K', 'Previous patch', 'previous-patch'],
	['Move', ']N', 'Next file', 'next-file'],
	['Move', '[P', 'Previous file', 'previous-file'],
	['Move', 't', 'Find file', 'find-file'],
	['Move', 'h', 'Next hunk', 'next-hunk'],
	['Move', 'H', 'Previous hunk', 'previous-hunk'],
	['Change', 's', 'Change status', 'status'],
	['Change', 'v', 'Mark file or patch as viewed, go to next file', 'viewed'],
	['Change', 'u', 'Undo last change', 'undo'],
	['Write', 'c', 'Comment on lines, a file or a mail', 'write'],
	['Write', 'r', 'Reply to a mail, or add Reviewed-by', 'reply'],
	['Write', 'R', 'Finish review', 'finish-review'],
	['Show', 'z', 'Fold or unfold file', 'fold'],
	['Show', 'Z', 'Fold or unfold all files', 'fold-all'],
	['Show', 'w', 'Wrap lines', 'wrap-lines'],
	['Show', 'b', 'Ignore whitespace', 'ignore-whitespace'],
	['Show', '1', 'Show one patch at a time', 'one-patch'],
	['Show', '2', 'Show changes of all patches together', 'net-diff'],
	['Show', 'o', 'Open all files in diff editor', 'open-diff'],
	['Show', 'O', 'Open file in diff editor', 'open-file-diff'],
	['Show', 'E', 'Go to file', 'go-to-file'],
	['Show', '<', 'Older version', 'older-version'],
	['Show', '>', 'Newer version', 'newer-version'],
	['Show', 'm', 'Compare versions', 'compare'],
	['Show', 'y', 'Copy link', 'copy'],
	['Show', '?', 'Show keyboard shortcuts', 'show-keys'],
] as const;

export type KeyAction = (typeof patchsetKeys)[number][3];

/** Actions that need patches. */
const onlyForPatches: readonly KeyAction[] = [
	...(['next-hunk', 'previous-hunk', 'next-file', 'previous-file', 'next-patch', 'previous-patch'] as const),
	...(['viewed', 'fold', 'fold-all', 'find-file', 'wrap-lines', 'ignore-whitespace', 'one-patch'] as const),
	...(['open-diff', 'open-file-diff', 'go-to-file', 'older-version', 'newer-version', 'compare'] as const),
];

const isAvailable = (
	action: KeyAction,
	{ patches, status, versions, canCombine, position }: PatchsetSnapshot,
): boolean =>
	(patches.length > 0 || !onlyForPatches.includes(action)) &&
	(status !== null || action !== 'status') &&
	(canCombine || action !== 'net-diff') &&
	(position?.isMixed || action !== 'done') &&
	(versions.length > 1 || action !== 'compare');

export const keysOf = (snapshot: PatchsetSnapshot): readonly PageKey<KeyAction>[] =>
	patchsetKeys.filter(([, , , action]) => isAvailable(action, snapshot));

/** The keys that work in fields, diffs and texts. */
export const controlKeys: readonly ControlKey[] = [
	['Move', [['Enter']], 'Go to the lines of a message or mail'],
	['Move', [['↓'], ['↑']], 'Next, previous line, after Enter, H or a click on a line'],
	['Move', [['Shift+↓'], ['Shift+↑']], 'Select lines to comment on'],
	['Write', [['Ctrl+Enter']], 'Close a comment, and keep it as a draft; send the review from its panel'],
	['Move', [['Esc']], 'Leave field, then line or comment, then panel of the review, then page'],
];

/** The actions that are about the line, reply or mail that the page goes to. */
export const needPlace: readonly KeyAction[] = [
	...(['write', 'reply', 'go-to-file'] as const),
	...(['next-hunk', 'previous-hunk', 'next-entry', 'previous-entry'] as const),
];

/** The actions that the user can repeat by holding the key down. */
export const repeatable: readonly KeyAction[] = patchsetKeys.flatMap(([, , , action]) =>
	/^(?:next|previous)/.test(action) ? [action] : [],
);
