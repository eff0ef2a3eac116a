import { truncate } from '../../base/text/truncate.ts';

const longestName = 60;

/** A name for a file about something with this title. Every file system and shell takes it. `otherwise`: if nothing of the title can be used. */
export const fileName = (title: string, otherwise: string): string => {
	// Not the whole title, which may be long.
	const words = title
		.slice(0, 4 * longestName)
		.replace(/[^\p{L}\p{N}.]+/gu, '-')
		.replace(/^[-.]+|[-.]+$/g, '');
	return truncate(words, longestName).replace(/…$/, '') || otherwise;
};
