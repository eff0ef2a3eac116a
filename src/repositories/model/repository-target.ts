import { fieldOf } from '../../base/field-of.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';
import type { Revision } from './revision.ts';

/** What a row of the Repositories view is about, and what a command on repositories is given. */
export type RepositoryTarget =
	| { readonly kind: 'repository'; readonly key: RepositoryKey }
	/**
	 * A branch or tag. `name` is its full name, and `leadsTo` the commit or annotated tag that an update says it leads to. With `since`, all that
	 * was pushed to the branch since it has led to that commit.
	 */
	| {
			readonly kind: 'reference';
			readonly key: RepositoryKey;
			readonly name: string;
			readonly leadsTo?: string;
			readonly since?: string;
	  }
	/** The log of a branch or tag, by its full name. Without a name, the log of the default branch. */
	| { readonly kind: 'log'; readonly key: RepositoryKey; readonly ref?: string }
	| {
			readonly kind: 'commit';
			readonly key: RepositoryKey;
			readonly commit: string;
			/** The full name of the deleted branch or tag that led to the commit. `commit` can be the id of an annotated tag. */
			readonly deletedRef?: string;
	  }
	/** A file, folder or symbolic link. */
	| {
			readonly kind: 'entry';
			readonly key: RepositoryKey;
			readonly revision: Revision;
			readonly path: string;
			readonly isFolder: boolean;
	  };

/** Reads a value that a keybinding, a menu or another extension may have passed; undefined if it is no target. */
export function readTarget(value: unknown): RepositoryTarget | undefined {
	const key = readKey(fieldOf(value, 'key'));
	if (!key) return undefined;
	switch (fieldOf(value, 'kind')) {
		case 'repository':
			return { kind: 'repository', key };
		case 'log': {
			const ref = textOf(value, 'ref');
			return { kind: 'log', key, ...(ref !== undefined && { ref }) };
		}
		case 'reference': {
			const name = textOf(value, 'name');
			const leadsTo = textOf(value, 'leadsTo');
			if (name === undefined) return undefined;
			const since = textOf(value, 'since');
			return {
				kind: 'reference',
				key,
				name,
				...(leadsTo !== undefined && { leadsTo }),
				...(since !== undefined && { since }),
			};
		}
		case 'commit': {
			const commit = textOf(value, 'commit');
			const deletedRef = textOf(value, 'deletedRef');
			if (commit === undefined) return undefined;
			return { kind: 'commit', key, commit, ...(deletedRef !== undefined && { deletedRef }) };
		}
		case 'entry': {
			const path = textOf(value, 'path');
			const revision = readRevisionValue(fieldOf(value, 'revision'));
			if (path === undefined || !revision) return undefined;
			return { kind: 'entry', key, revision, path, isFolder: fieldOf(value, 'isFolder') === true };
		}
		default:
			return undefined;
	}
}

function readKey(value: unknown): RepositoryKey | undefined {
	const account = textOf(value, 'account');
	const owner = textOf(value, 'owner');
	const repository = textOf(value, 'repository');
	if (account === undefined || owner === undefined || repository === undefined) return undefined;
	return { account, owner, repository };
}

function readRevisionValue(value: unknown): Revision | undefined {
	const kind = textOf(value, 'kind');
	const id = textOf(value, 'id');
	const name = textOf(value, 'name');
	if (kind === 'commit' && id !== undefined) return { kind, id };
	return kind === 'ref' && name !== undefined ? { kind, name } : undefined;
}

function textOf(value: unknown, name: string): string | undefined {
	const found = fieldOf(value, name);
	return typeof found === 'string' ? found : undefined;
}
