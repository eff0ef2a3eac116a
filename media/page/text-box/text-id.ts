/** The id of a new text, or of a writer of texts. */
export const newTextId = (): string => crypto.getRandomValues(new Uint32Array(3)).join('-');
