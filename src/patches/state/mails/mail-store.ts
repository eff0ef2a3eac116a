import { background } from '../../../base/background.ts';
import { type Coalesced, coalesce } from '../../../base/coalesce.ts';
import type { Disposable } from '../../../base/disposable.ts';
import type { Storage } from '../../../base/files/storage.ts';
import { forEachConcurrently } from '../../../base/for-each-concurrently.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { SharedCalls } from '../../../base/shared-calls.ts';
import { createSlices } from '../../../base/slices.ts';
import type { Client } from '../../../forge/client/connect.ts';
import type { listRows } from '../../../forge/rows/lists.ts';
import type { Email } from '../../../forge/shapes/lists.ts';
import type { CacheContext } from '../../../platform/state/account-items.ts';
import { trimFolder } from '../../../platform/state/store/trim-folder.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { readMailFile, writeMailFile } from './mail-file.ts';
import { type KnownMail, MailMemory } from './mail-memory.ts';
import { type MailSummary, mailSummaryOf } from './mail-summary.ts';
import { textsFolder } from './mail-text-files.ts';

const limits = { files: 20_000, bytes: 500 * 1024 * 1024 };
/** Old files are removed some time after the first mail was written, and after each thousandth. */
const trimDelayMs = 60_000;
const writesBetweenTrims = 1000;
/** In characters. */
const memoryLimit = 16 * 1024 * 1024;
const atOnce = 16;

/** The mails of an account with their texts, which never change. A mail is read from the forge once, and then from the disk. */
export class MailStore implements Disposable {
	readonly #client: Client<typeof listRows>;
	readonly #cache: Storage;
	readonly #log: Log;
	readonly #lifetime = new Lifetime();
	readonly #memory = new MailMemory(memoryLimit);
	readonly #requests = new SharedCalls<number | string, Email>();
	/** The mails that have a file, as far as this window knows. */
	readonly #stored = new Set<number>();
	readonly #waiting = new Map<number, KnownMail>();
	#writing: Promise<void> | undefined;
	/** Counts the writes that have failed, too. */
	#writeCount = 0;
	readonly #trimSoon: Coalesced;

	constructor(client: Client<typeof listRows>, { cache, log }: CacheContext) {
		this.#client = client;
		this.#cache = cache;
		this.#log = log;
		this.#trimSoon = coalesce(this.#lifetime, trimDelayMs, () => this.#trim());
	}

	/** The known mails among those with these ids. Rejects only if the signal is aborted. */
	async read(ids: readonly number[], signal?: AbortSignal): Promise<ReadonlyMap<number, FullMail>> {
		const loaded = new Map<number, KnownMail | undefined>();
		const unloaded = ids.filter((id) => !this.#memory.has(id));
		await forEachConcurrently(unloaded, atOnce, async (id) => {
			signal?.throwIfAborted();
			loaded.set(id, await this.#load(id));
		});
		const pause = createSlices(signal);
		const fullMails = new Map<number, FullMail>();
		for (const id of ids) {
			// A mail that was in the memory when the read began may have been displaced by others since.
			const wasDisplaced = !this.#memory.has(id) && !loaded.has(id);
			const mail = wasDisplaced ? await this.#load(id) : loaded.get(id);
			if (mail && !this.#memory.has(id)) this.#memory.put(mail);
			const fullMail = this.#memory.fullMail(id);
			if (fullMail) fullMails.set(id, fullMail);
			await pause();
		}
		return fullMails;
	}

	/** A known mail as the forge has listed it. */
	async summary(id: number): Promise<MailSummary | undefined> {
		return this.#memory.summary(id) ?? (await this.#load(id))?.summary;
	}

	/** Stores mails that the forge has sent, except those without a text. */
	put(mails: readonly Email[]): void {
		for (const mail of mails) {
			// Files can hold only valid Unicode, and the same mail must not be read differently later.
			const raw = mail.envelope?.toWellFormed() ?? '';
			if (this.#lifetime.ended || raw === '') continue;
			const known = { summary: mailSummaryOf(mail), raw };
			this.#memory.put(known);
			if (!this.#stored.has(mail.id)) this.#waiting.set(mail.id, known);
		}
		if (this.#waiting.size > 0 && !this.#writing) {
			this.#writing = this.#write();
			background(this.#writing);
		}
	}

	/**
	 * Reads a mail from the forge, by its id or by its Message-ID with brackets, and stores it. Equal concurrent calls share one request.
	 * Fails with a `ForgeError`.
	 */
	fetch(mail: number | string, signal?: AbortSignal): Promise<Email> {
		const work = async (stop: AbortSignal) => {
			const email = await this.#client.email(
				{ email: mail },
				{ signal: AbortSignal.any([stop, this.#lifetime.signal]) },
			);
			// Only unknown mails are fetched. If this one had a file, the file is gone or damaged.
			this.#stored.delete(email.id);
			this.put([email]);
			return email;
		};
		return this.#requests.join(mail, work, signal);
	}

	/** Resolves when everything is on the disk. */
	async settled(): Promise<void> {
		await this.#writing;
	}

	/** Mails that were stored before are still written to the disk. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	async #load(id: number): Promise<KnownMail | undefined> {
		const waiting = this.#waiting.get(id);
		if (waiting) return waiting;
		try {
			const text = await this.#cache.read([...textsFolder, String(id)]);
			if (text === undefined) return undefined;
			const mail = readMailFile(text, id);
			if (mail) this.#stored.add(id);
			else this.#log.warn(`The stored mail ${id} is damaged and is read again`);
			return mail;
		} catch (error) {
			this.#log.warn(`The stored mail ${id} could not be read`, error);
			return undefined;
		}
	}

	async #write(): Promise<void> {
		while (this.#waiting.size > 0) {
			const mails = [...this.#waiting];
			await forEachConcurrently(mails, atOnce, async ([id, mail]) => {
				await this.#store(mail);
				if (this.#waiting.get(id) === mail) this.#waiting.delete(id);
			});
		}
		this.#writing = undefined;
	}

	async #store(mail: KnownMail): Promise<void> {
		const { id } = mail.summary;
		try {
			await this.#cache.replace([...textsFolder, String(id)], writeMailFile(mail));
			this.#stored.add(id);
		} catch (error) {
			this.#log.warn(`The mail ${id} could not be stored`, error);
		}
		if (this.#writeCount % writesBetweenTrims === 0) this.#trimSoon();
		this.#writeCount += 1;
	}

	async #trim(): Promise<void> {
		try {
			await trimFolder(this.#cache, textsFolder, limits);
		} catch (error) {
			this.#log.warn('Old mails could not be removed', error);
		}
	}
}
