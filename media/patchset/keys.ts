import type { PatchsetSnapshot } from '../../src/patches/page/protocol/protocol.ts';
import type { PageKey } from '../page/keys.ts';

/** The keys of the page of a patchset. */
const keys = [
	['j', 'Next line', 'next-line'],
	['k', 'Previous line', 'previous-line'],
	['h', 'Next hunk', 'next-hunk'],
	['H', 'Previous hunk', 'previous-hunk'],
	['n', 'Next reply', 'next-reply'],
	['p', 'Previous reply', 'previous-reply'],
	[']', 'Next file', 'next-file'],
	['[', 'Previous file', 'previous-file'],
	['}', 'Next patch', 'next-patch'],
	['{', 'Previous patch', 'previous-patch'],
	['v', 'Mark file or patch as viewed, go to next file', 'viewed'],
	['x', 'Fold or unfold file', 'fold'],
	['F', 'Fold or unfold all files', 'fold-all'],
	['w', 'Wrap lines', 'wrap-lines'],
	['i', 'Ignore whitespace', 'ignore-whitespace'],
	['z', 'Show one patch at a time', 'one-patch'],
	['t', 'Find file', 'find-file'],
	['o', 'Open all files in diff editor', 'open-diff'],
	['O', 'Open file in diff editor', 'open-file-diff'],
	['l', 'Go to file', 'go-to-file'],
	[',', 'Older version', 'older-version'],
	['.', 'Newer version', 'newer-version'],
	['m', 'Compare versions', 'compare'],
	['s', 'Change status', 'status'],
	['u', 'Undo last change', 'undo'],
	['J', 'Next patchset', 'next'],
	['K', 'Previous patchset', 'previous'],
	['N', 'Go to what is new', 'show-unseen'],
	['g', 'Go to the start', 'show-start'],
	['G', 'Go to the end', 'show-end'],
	['y', 'Copy link', 'copy-link'],
	['?', 'Show keyboard shortcuts', 'show-keys'],
] as const;

export type KeyAction = (typeof keys)[number][2];

/** Actions that need patches. */
const onlyForPatches: readonly KeyAction[] = [
	...(['next-line', 'previous-line', 'next-hunk', 'previous-hunk', 'next-file', 'previous-file'] as const),
	...(['next-patch', 'previous-patch', 'viewed', 'fold', 'fold-all', 'find-file'] as const),
	...(['wrap-lines', 'ignore-whitespace', 'one-patch'] as const),
	...(['open-diff', 'open-file-diff', 'go-to-file', 'older-version', 'newer-version', 'compare'] as const),
];

const isAvailable = (action: KeyAction, { patches, status, versions }: PatchsetSnapshot): boolean =>
	(patches.length > 0 || !onlyForPatches.includes(action)) &&
	(status !== null || action !== 'status') &&
	(versions.length > 1 || action !== 'compare');

export const keysOf = (snapshot: PatchsetSnapshot): readonly PageKey<KeyAction>[] =>
	keys.filter(([, , action]) => isAvailable(action, snapshot));

/** The actions that the user can repeat by holding the key down. */
export const repeatable: readonly KeyAction[] = keys.flatMap(([, , action]) =>
	/^(?:next|previous)/.test(action) ? [action] : [],
);
