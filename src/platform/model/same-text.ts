/** Whether two texts are the same on a server, which may change the line breaks and the ends of a text. */
export const isSameText = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();
