/** Whether two texts are the same apart from what a server may change: line breaks, and spaces at the ends. */
export const isSameText = (one: string, other: string): boolean => normalize(one) === normalize(other);

const normalize = (text: string): string => text.replaceAll('\r\n', '\n').trim();
