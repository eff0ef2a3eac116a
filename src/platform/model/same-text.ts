/** Whether a server would treat two texts as equal: it may change line breaks and trim a text. */
export const isSameText = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();
