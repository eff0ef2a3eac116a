/** A comment that the user sends often. */
interface CommentTemplate {
	readonly name: string;
	/** Markdown. */
	readonly text: string;
}

/** Reads the comment templates of a setting, without those that are invalid. */
export function readCommentTemplates(setting: unknown): readonly CommentTemplate[] {
	if (typeof setting !== 'object' || setting === null || Array.isArray(setting)) return [];
	return Object.entries(setting).flatMap(([name, text]: [string, unknown]) =>
		name.trim() !== '' && typeof text === 'string' && text.trim() !== '' ? [{ name, text: text.trim() }] : [],
	);
}
