/** The ids of a new empty file, with SHA-1 or SHA-256. */
const emptyFile = /^0+\.\.(?:e69de29|473a0f4)/;

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
	if (index !== undefined) return !emptyFile.test(index);
	const name = fields.get('rename to') || fields.get('rename new') || fields.get('copy to');
	return name ? !firstLine.endsWith(name.replace(/^"/, '')) : continued.some((key) => fields.has(key));
}
