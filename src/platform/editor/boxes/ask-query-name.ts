import type { SavedQuery } from '../../model/saved-queries.ts';
import { askText } from '../messages.ts';

interface NameQuestion {
	readonly title: string;
	readonly prompt: string;
	/** The name that the query has. */
	readonly value?: string;
	/** The queries that there are when the user presses Enter. */
	readonly queries: () => readonly SavedQuery[];
}

/** Asks for the name of a query. The box stays while the name is empty or taken. Undefined if the user cancels. */
export async function askQueryName({
	title,
	prompt,
	value = '',
	queries,
}: NameQuestion): Promise<string | undefined> {
	const name = await askText({
		title,
		prompt,
		value,
		validateInput: (text) => {
			const typed = text.trim();
			if (typed === '') return 'Enter a name.';
			const isTaken = typed !== value && queries().some((query) => query.name === typed);
			return isTaken ? `There is already a query named "${typed}".` : undefined;
		},
	});
	return name?.trim() || undefined;
}
