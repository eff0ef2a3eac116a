import { type FullMail, parseFullMail } from '../../model/series/mails/full-mail.ts';
import type { MailSummary } from './mail-summary.ts';

/** A mail with its text. */
export interface KnownMail {
	readonly summary: MailSummary;
	/** The mail as the forge has received it. */
	readonly raw: string;
}

interface Entry extends KnownMail {
	fullMail: FullMail | undefined;
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

	put({ summary, raw }: KnownMail): void {
		const known = this.#entries.get(summary.id);
		this.#remove(summary.id);
		// Equal texts are not parsed again.
		const fullMail = known?.raw === raw ? known.fullMail : undefined;
		this.#entries.set(summary.id, { summary, raw, fullMail });
		this.#length += raw.length;
		for (const id of this.#entries.keys()) {
			if (this.#length <= this.#limit || id === summary.id) break;
			this.#remove(id);
		}
	}

	/** Parses the mail if that was not done yet. */
	fullMail(id: number): FullMail | undefined {
		const entry = this.#use(id);
		if (!entry) return undefined;
		entry.fullMail ??= parseFullMail(entry.summary, entry.raw);
		return entry.fullMail;
	}

	summary(id: number): MailSummary | undefined {
		return this.#use(id)?.summary;
	}

	#use(id: number): Entry | undefined {
		const entry = this.#entries.get(id);
		if (!entry) return undefined;
		this.#entries.delete(id);
		this.#entries.set(id, entry);
		return entry;
	}

	#remove(id: number): void {
		const entry = this.#entries.get(id);
		if (!entry) return;
		this.#entries.delete(id);
		this.#length -= entry.raw.length;
	}
}
