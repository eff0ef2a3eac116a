/** A word of the state in the form of GraphQL: `wont_fix` is `WONT_FIX`. */
export const enumValue = (word: string): string => word.toUpperCase();

/** A time of the state as GraphQL writes it, with six digits after the seconds. */
export const timestamp = (moment: string): string => moment.replace(/(\.\d{3})Z$/, '$1000Z');
