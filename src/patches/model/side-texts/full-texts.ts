import { applyHunks } from './apply-hunks.ts';
import { showControls } from './document-line.ts';
import type { VersionFile } from './file-lines.ts';
import type { SideTexts } from './side-text.ts';

interface FullTextsOptions extends VersionFile {
	/** Reads the content with this id, or a beginning of it. Undefined if it is not known, or is not text. */
	readonly read: (id: string, path: string) => Promise<string | undefined>;
	/** Whether a content has an id with this beginning. */
	readonly hasId: (content: string, id: string) => boolean;
	/** Receives the new content. */
	readonly didFind?: (content: string) => void;
}

/**
 * The whole texts of a changed file: one side is read, the other one follows from the hunks. Undefined unless both sides have the ids that
 * the diff names. A new or deleted file needs none: the mail contains it whole.
 */
export async function fullTexts({
	source,
	file,
	read,
	hasId,
	didFind,
}: FullTextsOptions): Promise<SideTexts | undefined> {
	const { status, isCombined, binary, hunks, oldId, newId } = file;
	const oldPath = file.old;
	const newPath = file.new;
	if (status === 'A' && !isCombined && !binary && isUsable(newId)) {
		const created = applyHunks('', source, hunks, 'old');
		if (created !== undefined && hasId(created, newId)) didFind?.(created);
	}
	if (status === 'A' || status === 'D' || status === 'T' || isCombined || binary) return undefined;
	if (!isUsable(oldId) || !isUsable(newId) || oldPath === undefined || newPath === undefined)
		return undefined;
	const old = await read(oldId, oldPath);
	if (old !== undefined && hasId(old, oldId)) {
		const changed = applyHunks(old, source, hunks, 'old');
		if (changed !== undefined && hasId(changed, newId)) {
			didFind?.(changed);
			return shownTexts(old, changed);
		}
	}
	const current = await read(newId, newPath);
	if (current === undefined || !hasId(current, newId)) return undefined;
	const before = applyHunks(current, source, hunks, 'new');
	if (before === undefined || !hasId(before, oldId)) return undefined;
	didFind?.(current);
	return shownTexts(before, current);
}

/** Shorter ids than git writes could be those of many files. */
const isUsable = (id: string | undefined): id is string => id !== undefined && /^[0-9a-f]{7,40}$/.test(id);

/** As in the texts of hunks, a `\r` is visible unless all lines end with it. */
function shownTexts(old: string, current: string): SideTexts {
	const usesCrlf = [old, current].every((text) => !/(?:^|[^\r])\n/.test(text));
	const shown = (text: string) => showControls(usesCrlf ? text.replaceAll('\r\n', '\n') : text);
	return { old: shown(old), new: shown(current) };
}
