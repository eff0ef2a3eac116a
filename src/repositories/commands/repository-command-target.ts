import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import { type RepositoryTarget, readTarget } from '../model/repository-target.ts';

/** What a command was called on: a row in menus, or a target when a row was clicked. */
export function targetOf([row]: CommandArguments): RepositoryTarget | undefined {
	const about: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'about') : undefined;
	return readTarget(about) ?? readTarget(row);
}

/** Whether a command is that of a row, run by a click or a key. Menus pass the row itself. */
export const isClickedRow = ([target]: CommandArguments): boolean =>
	typeof target === 'object' && target !== null && Reflect.get(target, 'isClicked') === true;

/** The id of the view that the row of a command is in. */
export const viewOfRow = ([target]: CommandArguments): string => {
	const isInInbox =
		typeof target === 'object' && target !== null && Reflect.get(target, 'view') === 'tildeforge.inbox';
	return isInInbox ? 'tildeforge.inbox' : 'tildeforge.repositories';
};
