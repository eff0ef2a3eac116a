/** Converts line breaks to those that forges use. Editors on Windows write others. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Whether two texts are the same apart from what a server may change: line breaks, and spaces at the ends. */
export const isSameText = (one: string, other: string): boolean =>
	withLineFeeds(one).trim() === withLineFeeds(other).trim();
