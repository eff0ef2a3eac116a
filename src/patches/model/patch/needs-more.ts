/** The ids of an empty file, with SHA-1 and SHA-256. */
const emptyIds = [
	'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
	'473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
];

/** Lines of a header that another one follows. */
const continued = ['similarity index', 'dissimilarity index', 'rename from', 'copy from'];

/**
 * Whether a line must follow the header of a file. Only a file that is empty, deleted, renamed or copied, or that has another mode, may
 * have nothing more than a header.
 */
export function needsMore(firstLine: string, fields: ReadonlyMap<string, string>): boolean {
	if (fields.has('---') || fields.has('+++')) return true;
	if (fields.has('old mode') !== fields.has('new mode')) return true;
	if (fields.has('deleted file mode')) return false;
	const index = fields.get('index');
	if (index !== undefined) return !isOfEmptyFile(index);
	const name = fields.get('rename to') || fields.get('rename new') || fields.get('copy to');
	return name ? !firstLine.endsWith(name.replace(/^"/, '')) : continued.some((key) => fields.has(key));
}

/** Whether a file is new and empty. Its id may have any length from four digits on. */
function isOfEmptyFile(index: string): boolean {
	const [, id] = /^0{4,}\.\.([0-9a-f]{4,})$/.exec(index) ?? [];
	return id !== undefined && emptyIds.some((each) => each.startsWith(id));
}
