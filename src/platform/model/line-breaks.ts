/** Converts line breaks to those that forges use. Editors on Windows write others. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');
