import type { EntryKind } from '../../platform/git/objects.ts';
import { comparePaths } from './paths.ts';

/** What is at a path, if that is not a directory. */
export interface FileVersion {
	readonly kind: Exclude<EntryKind, 'directory'>;
	readonly id: string;
}

export interface PathChange {
	readonly path: string;
	readonly before: FileVersion | undefined;
	readonly after: FileVersion | undefined;
}

export type TreeChange =
	| { readonly kind: 'added'; readonly path: string; readonly after: FileVersion }
	| { readonly kind: 'deleted'; readonly path: string; readonly before: FileVersion }
	| {
			/** `type-changed`: for example, a file became a symbolic link. */
			readonly kind: 'modified' | 'type-changed';
			readonly path: string;
			readonly before: FileVersion;
			readonly after: FileVersion;
	  }
	| {
			readonly kind: 'renamed';
			readonly from: string;
			readonly path: string;
			readonly before: FileVersion;
			readonly after: FileVersion;
			/** In percent. */
			readonly similarity: number;
	  };

export type Added = Extract<TreeChange, { kind: 'added' }>;
export type Deleted = Extract<TreeChange, { kind: 'deleted' }>;
export type Renamed = Extract<TreeChange, { kind: 'renamed' }>;

export const isFile = ({ kind }: { readonly kind: EntryKind }): boolean =>
	kind === 'file' || kind === 'executable';

/** Whether an entry has no content of a file. What is compared is the target of a link, and the commit of a submodule. */
export const isLinkOrSubmodule = (kind: EntryKind): boolean => kind === 'symlink' || kind === 'submodule';

const isSame = (one: FileVersion, other: FileVersion): boolean =>
	one.id === other.id && one.kind === other.kind;

/** What has changed at a path: one change, or none. */
export function changesOfPath({ path, before, after }: PathChange): readonly TreeChange[] {
	if (!before) return after ? [{ kind: 'added', path, after }] : [];
	if (!after) return [{ kind: 'deleted', path, before }];
	if (isSame(before, after)) return [];
	const isSameType = before.kind === after.kind || (isFile(before) && isFile(after));
	return [{ kind: isSameType ? 'modified' : 'type-changed', path, before, after }];
}

export const sortChanges = (changes: readonly TreeChange[]): readonly TreeChange[] =>
	[...changes].sort((a, b) => comparePaths(a.path, b.path));
