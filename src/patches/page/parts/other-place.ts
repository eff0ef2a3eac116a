import { NetLines, sideOf } from '../../model/net-diff/net-lines.ts';
import type { FilePlace } from '../protocol/protocol.ts';
import type { NetContent } from './net-content.ts';

/**
 * Where the net diff has a line of a patch, or a patch has a line of the net diff. Has no line numbers if only the file is there, and is null if
 * that is not there either.
 */
export function otherPlace(
	{ file: key, oldLine, newLine }: FilePlace,
	{ byKey, byChange }: NetContent,
): FilePlace | null {
	const numbers = { oldLine: oldLine ?? undefined, newLine: newLine ?? undefined };
	// From a patch to the net diff.
	const netFile = byChange.get(key);
	if (netFile) {
		const index = netFile.changes.findIndex(({ content }) => content.key === key);
		return placeIn(netFile.content.key, new NetLines(netFile.changes).netLineOf(index, numbers));
	}
	// From the net diff to the patch that changes the line.
	const { changes = [] } = byKey.get(key) ?? {};
	const line = sideOf(numbers);
	const found = line && new NetLines(changes).changedLineOf(line);
	const change = found?.change ?? changes[0];
	return change ? placeIn(change.content.key, found?.line) : null;
}

const placeIn = (file: string, at: ReturnType<typeof sideOf>): FilePlace => ({
	file,
	oldLine: at?.side === 'oldLine' ? at.line : null,
	newLine: at?.side === 'newLine' ? at.line : null,
});
