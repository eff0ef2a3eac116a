/** Text as a part of an address. Half of a surrogate pair, for which `encodeURIComponent` throws, becomes U+FFFD. */
export const percentEncode = (text: string): string => encodeURIComponent(text.toWellFormed());
