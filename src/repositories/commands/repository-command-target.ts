import { fieldOf } from '../../base/field-of.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import { type RepositoryTarget, readTarget } from '../model/repository-target.ts';

/** What a command was called on: a row in menus, or a target when a row was clicked. */
export function targetOf([row]: CommandArguments): RepositoryTarget | undefined {
	return readTarget(fieldOf(row, 'about')) ?? readTarget(row);
}

/** Whether a command was run by a click or a key on a row. Menus pass the row itself. */
export const isClickedRow = ([target]: CommandArguments): boolean => fieldOf(target, 'isClicked') === true;

/** The id of the view that the row of a command is in. */
export const viewOfRow = ([target]: CommandArguments): string => {
	const isInInbox = fieldOf(target, 'view') === 'tildeforge.inbox';
	return isInInbox ? 'tildeforge.inbox' : 'tildeforge.repositories';
};
