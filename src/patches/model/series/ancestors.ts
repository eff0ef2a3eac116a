import type { SeriesMail } from './mails/series-mail.ts';

/** Finds what mails reply to. */
export class Ancestors<M extends SeriesMail> {
	readonly #byId = new Map<string, M>();
	readonly #tops = new Map<M, string>();
	readonly #nonRepliesAbove = new Map<M, M | undefined>();

	constructor(mails: readonly M[]) {
		for (const mail of mails) {
			if (mail.messageId !== undefined && !this.#byId.has(mail.messageId))
				this.#byId.set(mail.messageId, mail);
		}
	}

	mail(messageId: string | undefined): M | undefined {
		return messageId === undefined ? undefined : this.#byId.get(messageId);
	}

	/** The mail that a mail replies to, or the nearest one above that is known. */
	parent(mail: M): M | undefined {
		const isKnown = (id: string | undefined) =>
			id !== undefined && id !== mail.messageId && this.#byId.has(id);
		return this.mail(isKnown(mail.inReplyTo) ? mail.inReplyTo : mail.references.findLast(isKnown));
	}

	/**
	 * The id that a thread starts with, even if that mail is not known. Undefined for a mail that replies to nothing. Equal for all mails
	 * that reply to each other in a circle.
	 */
	top(mail: M): string | undefined {
		if (!this.parent(mail)) return topAbove(mail);
		const path = new Set<M>();
		let highest = mail;
		let at: M | undefined = mail;
		while (at && !path.has(at) && !this.#tops.has(at)) {
			path.add(at);
			highest = at;
			at = this.parent(at);
		}
		// A mail that is on the path already has no top yet: the mails reply to each other in a circle.
		const top = at ? (this.#tops.get(at) ?? '') : (topAbove(highest) ?? highest.messageId ?? '');
		for (const one of path) this.#tops.set(one, top);
		return top;
	}

	/** The nearest mail above that is not a reply, such as a patch. Undefined if there is none. */
	nonReplyAbove(mail: M): M | undefined {
		const path = new Set<M>();
		let above: M | undefined = mail;
		do {
			path.add(above);
			above = this.parent(above);
		} while (above?.kind === 'reply' && !path.has(above) && !this.#nonRepliesAbove.has(above));
		const found = above?.kind === 'reply' ? this.#nonRepliesAbove.get(above) : above;
		for (const one of path) this.#nonRepliesAbove.set(one, found);
		return found;
	}
}

/** The first mail of its thread that a mail names. */
const topAbove = ({ references, inReplyTo }: SeriesMail): string | undefined => references[0] ?? inReplyTo;
