import { type FullMail, parseFullMail } from '../../model/series/mails/full-mail.ts';
import type { MailSummary } from './mail-summary.ts';

/** A mail with its text. */
export interface KnownMail {
	readonly listed: MailSummary;
	readonly envelope: string;
}

interface Entry extends KnownMail {
	whole: FullMail | undefined;
}

/** The mails that were used last, within a limit. Each is parsed when it is first needed. */
export class MailMemory {
	readonly #limit: number;
	/** The mail that was used last is the last one. */
	readonly #entries = new Map<number, Entry>();
	#length = 0;

	/** `limit` is for the length of all texts, in characters. */
	constructor(limit: number) {
		this.#limit = limit;
	}

	has(id: number): boolean {
		return this.#entries.has(id);
	}

	put({ listed, envelope }: KnownMail): void {
		const known = this.#entries.get(listed.id);
		this.#remove(listed.id);
		// Equal texts are not parsed again.
		const whole = known?.envelope === envelope ? known.whole : undefined;
		this.#entries.set(listed.id, { listed, envelope, whole });
		this.#length += envelope.length;
		for (const id of this.#entries.keys()) {
			if (this.#length <= this.#limit || id === listed.id) break;
			this.#remove(id);
		}
	}

	/** Parses the mail if that was not done yet. */
	get(id: number): { readonly listed: MailSummary; readonly whole: FullMail } | undefined {
		const entry = this.#entries.get(id);
		if (!entry) return undefined;
		this.#entries.delete(id);
		this.#entries.set(id, entry);
		entry.whole ??= parseFullMail(entry.listed, entry.envelope);
		return { listed: entry.listed, whole: entry.whole };
	}

	#remove(id: number): void {
		const entry = this.#entries.get(id);
		if (!entry) return;
		this.#entries.delete(id);
		this.#length -= entry.envelope.length;
	}
}
