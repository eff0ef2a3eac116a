import type { RepositoryKey } from '../../platform/model/keys.ts';
import type { Revision } from './revision.ts';

/** What a row of the Repositories view is about, and what a command on repositories is given. */
export type RepositoryTarget =
	| { readonly kind: 'repository'; readonly key: RepositoryKey }
	/** A branch or tag. `name` is its full name. */
	| { readonly kind: 'reference'; readonly key: RepositoryKey; readonly name: string }
	| { readonly kind: 'log'; readonly key: RepositoryKey }
	| { readonly kind: 'commit'; readonly key: RepositoryKey; readonly commit: string }
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
	const of = (object: unknown, name: string): unknown =>
		typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
	const text = (object: unknown, name: string): string | undefined => {
		const found = of(object, name);
		return typeof found === 'string' ? found : undefined;
	};
	const [account, owner, repository] = ['account', 'owner', 'repository'].map((name) =>
		text(of(value, 'key'), name),
	);
	if (account === undefined || owner === undefined || repository === undefined) return undefined;
	const key = { account, owner, repository };
	switch (of(value, 'kind')) {
		case 'repository':
			return { kind: 'repository', key };
		case 'log':
			return { kind: 'log', key };
		case 'reference': {
			const name = text(value, 'name');
			return name === undefined ? undefined : { kind: 'reference', key, name };
		}
		case 'commit': {
			const commit = text(value, 'commit');
			return commit === undefined ? undefined : { kind: 'commit', key, commit };
		}
		case 'entry': {
			const path = text(value, 'path');
			const revision = readRevisionValue(of(value, 'revision'), text);
			if (path === undefined || !revision) return undefined;
			return { kind: 'entry', key, revision, path, isFolder: of(value, 'isFolder') === true };
		}
		default:
			return undefined;
	}
}

function readRevisionValue(
	value: unknown,
	text: (object: unknown, name: string) => string | undefined,
): Revision | undefined {
	const [kind, id, name] = ['kind', 'id', 'name'].map((one) => text(value, one));
	if (kind === 'commit' && id !== undefined) return { kind, id };
	return kind === 'ref' && name !== undefined ? { kind, name } : undefined;
}
