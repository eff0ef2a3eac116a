/** A text that the user often sends as a comment. */
interface TicketAnswer {
	readonly name: string;
	/** Markdown. */
	readonly text: string;
}

/** Reads the answers of a setting, without those that are invalid. */
export function readTicketAnswers(setting: unknown): readonly TicketAnswer[] {
	if (typeof setting !== 'object' || setting === null || Array.isArray(setting)) return [];
	return Object.entries(setting).flatMap(([name, text]: [string, unknown]) =>
		name.trim() !== '' && typeof text === 'string' && text.trim() !== '' ? [{ name, text: text.trim() }] : [],
	);
}
