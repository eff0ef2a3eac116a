import type { RepositoryKey } from '../../platform/model/keys.ts';
import { type RepositoryTarget, readTarget } from '../model/target.ts';

/** What VS Code passes to a command of a view: the row that it was called on, and all rows that are selected with it. */
export type CommandArguments = readonly [row?: unknown, rows?: unknown];

/** What a command was called on. Clicks on rows pass a target instead of a row. */
export function targetOf([row]: CommandArguments): RepositoryTarget | undefined {
	const about: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'about') : undefined;
	return readTarget(about) ?? readTarget(row);
}

export const repositoryOf = (args: CommandArguments): RepositoryKey | undefined => targetOf(args)?.key;
