import * as v from 'valibot';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { type Draft, DraftText } from './draft.ts';
import type { Name, Storage } from './storage.ts';

interface DraftReaderOptions {
	readonly storage: Storage;
	readonly lifetime: Lifetime;
	readonly log: Log;
	readonly now: () => number;
}

/** Reads the files of drafts. Those that it cannot read are kept, counted, and named in the log. */
export class DraftReader {
	readonly #options: DraftReaderOptions;
	readonly #unreadable = new Set<string>();
	readonly #changes: Emitter<void>;

	constructor(options: DraftReaderOptions) {
		const { lifetime, log } = options;
		this.#options = options;
		this.#changes = lifetime.add(
			new Emitter<void>((failure) => log.error('An unreadable draft was not taken in', failure)),
		);
	}

	/** How many drafts this window could not read. */
	get unreadable(): number {
		return this.#unreadable.size;
	}

	get onDidChangeUnreadable(): Event<void> {
		return this.#changes.event;
	}

	/** Undefined where there is none, or it cannot be read. */
	async read(file: Name): Promise<{ readonly text: string; readonly draft: Draft } | undefined> {
		try {
			const text = await this.#options.storage.read(file);
			if (text === undefined) return undefined;
			const read = v.safeParse(DraftText, text);
			if (read.success) return { text, draft: read.output };
			await this.#setAside(file);
		} catch (error) {
			this.#options.log.warn(`${file.join('/')} could not be read and was left as it is`, error);
			this.#tell(file);
		}
		return undefined;
	}

	/** The text of a file whose place is needed: one that cannot be read is put aside. Fails if it cannot be moved either. */
	async takeOver(file: Name): Promise<string | undefined> {
		try {
			return await this.#options.storage.read(file);
		} catch (error) {
			this.#options.log.warn(`${file.join('/')} could not be read`, error);
			await this.#setAside(file);
			return undefined;
		}
	}

	async #setAside(file: Name): Promise<void> {
		const { storage, log, now } = this.#options;
		const aside = `${now()}-${file.at(-1)}`;
		await storage.move(file, ['unreadable', aside]);
		log.warn(`A draft cannot be read. It was kept as unreadable/${aside}, beside the other drafts`);
		this.#tell(file);
	}

	#tell(file: Name): void {
		const name = file.join('/');
		if (this.#unreadable.has(name)) return;
		this.#unreadable.add(name);
		this.#changes.fire();
	}
}
