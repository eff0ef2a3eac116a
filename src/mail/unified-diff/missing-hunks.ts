import type { Missing } from './file-header.ts';

/** The ids of an empty file, with SHA-1 and SHA-256. */
const emptyIds = [
	'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
	'473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
];

/** Lines of a header that other lines must follow. */
const continuedLines = ['similarity index', 'dissimilarity index', 'rename from', 'copy from'];

/**
 * What is missing if nothing follows the header of a file. Only a file that is empty, deleted, renamed or copied, or that has another
 * mode, may have nothing more than a header.
 */
export function missingAfter(firstLine: string, fields: ReadonlyMap<string, string>): Missing {
	if (fields.has('---') || fields.has('+++')) return 'lines';
	const hasNewMode = fields.has('new mode');
	if (fields.has('old mode') !== hasNewMode) return 'lines';
	if (fields.has('deleted file mode')) return 'nothing';
	const name = fields.get('rename to') || fields.get('rename new') || fields.get('copy to');
	const isNameCut = name !== undefined && name !== '' && !firstLine.endsWith(name.replace(/^"/, ''));
	if (isNameCut || (!name && continuedLines.some((key) => fields.has(key)))) return 'lines';
	const index = fields.get('index');
	if (index === undefined) return 'nothing';
	// A changed file without hunks is one in which only spaces changed, and `git diff -w` leaves those out.
	if (name || hasNewMode) return isWholeIndex(index, hasNewMode) ? 'nothing' : 'rest of line';
	return isOfEmptyFile(index) ? 'nothing' : 'lines';
}

/** Whether a line `index` was not cut. It ends with the mode if that is the same on both sides. */
function isWholeIndex(index: string, hasNewMode: boolean): boolean {
	return (hasNewMode ? /^[0-9a-f]+\.\.[0-9a-f]{4,}$/ : /^[0-9a-f]+\.\.[0-9a-f]+ [0-7]{6}$/).test(index);
}

/** Whether a file is new and empty. Its id may have any length from four digits on. */
function isOfEmptyFile(index: string): boolean {
	const [, id] = /^0{4,}\.\.([0-9a-f]{4,})$/.exec(index) ?? [];
	return id !== undefined && emptyIds.some((each) => each.startsWith(id));
}
