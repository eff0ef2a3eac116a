import { fieldOf } from '../../base/field-of.ts';
import type { ListKey, PatchsetKey, SeriesKey } from '../../platform/model/keys.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import { listOf, type PatchesTarget, readTarget } from '../model/patches-target.ts';

/** What a command was called on: a row in menus, or a target when a row was clicked. */
export function targetOf([row]: CommandArguments): PatchesTarget | undefined {
	return readTarget(fieldOf(row, 'about')) ?? readTarget(row);
}

/** The mailing list of the row that a command was called on. */
export function listKeyOf(args: CommandArguments): ListKey | undefined {
	const target = targetOf(args);
	return target && listOf(target);
}

/** The list that a command without arguments applies to: that of the page in front, or of the row that was selected after it. */
export function currentList(
	page: SeriesKey | undefined,
	[row]: readonly unknown[],
	isSelectionLast: boolean,
): ListKey | undefined {
	const ofRow = listKeyOf([row]);
	if (!page || (isSelectionLast && ofRow)) return ofRow;
	const { account, owner, list } = page;
	return { account, owner, list };
}

/** The patchsets of the rows that a command was called on. A series without one in its newest version has that of an earlier version. */
export function patchsetsOf([row, rows]: CommandArguments): readonly PatchsetKey[] {
	const all: readonly unknown[] = Array.isArray(rows) && rows.length > 0 ? rows : [row];
	return all.flatMap((one) => {
		const target = targetOf([one]);
		if (target?.kind === 'patchset') return [target.key];
		return target?.kind === 'thread' && target.patchset !== undefined
			? [{ ...target.list, patchset: target.patchset }]
			: [];
	});
}
