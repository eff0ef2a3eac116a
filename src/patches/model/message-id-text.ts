/** A Message-ID without its angle brackets, which a shell takes for redirections. Undefined if the mail has none, or a malformed one. */
export const messageIdText = (messageId: string | undefined): string | undefined =>
	/^<([^\s<>]+)>$/.exec(messageId ?? '')?.[1];
