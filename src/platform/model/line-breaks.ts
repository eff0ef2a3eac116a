/** The text with the line breaks that forges have. Editors on Windows write others. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');
