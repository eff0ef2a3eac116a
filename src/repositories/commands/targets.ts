import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import { type RepositoryTarget, readTarget } from '../model/target.ts';

/** What a command was called on. Clicks on rows pass a target instead of a row. */
export function targetOf([row]: CommandArguments): RepositoryTarget | undefined {
	const about: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'about') : undefined;
	return readTarget(about) ?? readTarget(row);
}
