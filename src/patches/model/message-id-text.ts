/** A Message-ID without its angle brackets, which mean something else in a command line. Undefined if the mail has none. */
export const messageIdText = (messageId: string | undefined): string | undefined =>
	/^<([^\s<>]+)>$/.exec(messageId ?? '')?.[1];
