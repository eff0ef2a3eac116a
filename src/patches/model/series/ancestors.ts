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
		const parent = this.parent(mail);
		if (!parent) return mail.references[0] ?? mail.inReplyTo;
		const path: M[] = [mail];
		const onPath = new Set(path);
		let at = parent;
		let top = this.#tops.get(at);
		while (top === undefined) {
			if (onPath.has(at)) top = '';
			else {
				path.push(at);
				onPath.add(at);
				const next = this.parent(at);
				if (next) at = next;
				else top = at.references[0] ?? at.inReplyTo ?? at.messageId ?? '';
				top ??= this.#tops.get(at);
			}
		}
		for (const one of path) this.#tops.set(one, top);
		return top;
	}

	/** The nearest mail above that is not a reply, such as a patch. Undefined if there is none. */
	nonReplyAbove(mail: M): M | undefined {
		const path: M[] = [];
		const onPath = new Set<M>();
		let at: M | undefined = mail;
		let found: M | undefined;
		while (at && !onPath.has(at)) {
			if (this.#nonRepliesAbove.has(at)) {
				found = this.#nonRepliesAbove.get(at);
				break;
			}
			path.push(at);
			onPath.add(at);
			at = this.parent(at);
			if (at && at.kind !== 'reply') {
				found = at;
				break;
			}
		}
		for (const one of path) this.#nonRepliesAbove.set(one, found);
		return found;
	}
}
