import { withLineFeeds } from '../../model/line-breaks.ts';
import type { Text, WrittenText } from '../../state/texts/text.ts';
import type { Texts } from '../../state/texts/texts.ts';
import type { TextAddress, TextSource } from './text-files.ts';

/** Drafts as files, which are edited in text editors. They are kept on this machine while the user types, and until they are sent. */
export abstract class DraftFiles<Key, Body> implements TextSource {
	readonly texts: Texts<Key, Body>;
	/** What each editor has written or read last, by the id of the draft. */
	readonly #last = new Map<string, WrittenText<Key, Body> | Text<Key, Body>>();
	/** The drafts that are being sent. What is typed meanwhile is kept once it is known that the sending has begun. */
	readonly #sending = new Set<string>();

	constructor(texts: Texts<Key, Body>) {
		this.texts = texts;
	}

	/** The id of the draft at an address. Fails with a `ForgeError` if the address is none of these files. */
	abstract idAt(address: TextAddress): string;

	/** What an editor shows of a draft. */
	protected abstract textOf(body: Body): string;

	/** The next version of a draft. `before`: the version that the editor has. */
	protected abstract next(
		address: TextAddress,
		text: string,
		before: WrittenText<Key, Body> | Text<Key, Body> | undefined,
	): WrittenText<Key, Body>;

	async read(address: TextAddress): Promise<string> {
		const id = this.idAt(address);
		const text = this.texts.get(id);
		if (text) this.#last.set(id, text);
		return this.textAt(address);
	}

	async write(address: TextAddress, text: string): Promise<void> {
		await this.keep(address, text);
		await this.texts.settled();
	}

	/** What is kept at an address; empty if that was sent. */
	textAt(address: TextAddress): string {
		const text = this.texts.get(this.idAt(address));
		return text?.state === 'editing' ? this.textOf(text.body) : '';
	}

	/** Keeps what an editor shows. Resolves when it is on disk. */
	async keep(address: TextAddress, shown: string): Promise<void> {
		const id = this.idAt(address);
		if (this.#sending.has(id)) return;
		const text = withLineFeeds(shown);
		const known = this.texts.get(id);
		// VS Code also saves what was kept when it was typed.
		if (known?.state === 'editing' && this.textOf(known.body) === text) this.#last.set(id, known);
		else await this.texts.write(this.written(address, text));
	}

	/** The next version of the text of an editor. */
	written(address: TextAddress, text: string): WrittenText<Key, Body> {
		const id = this.idAt(address);
		const account = this.texts.get(id)?.account;
		const next = this.next(address, withLineFeeds(text), this.#last.get(id));
		// An editor and an input box are different writers.
		const written = { ...next, id, writer: `${this.texts.writer}e`, ...(account && { account }) };
		this.#last.set(id, written);
		return written;
	}

	/** The kept text, if it continues that of an editor. VS Code may restore an older text than the one that was kept. */
	newerThan(address: TextAddress, text: string): string | undefined {
		if (this.#last.has(this.idAt(address))) return undefined;
		const kept = this.textAt(address);
		return kept !== text && kept.startsWith(text) ? kept : undefined;
	}

	/** Keeps nothing of what is typed until `work` has ended: it belongs to the next draft. */
	async whileSending<T>(address: TextAddress, work: () => Promise<T>): Promise<T> {
		const id = this.idAt(address);
		this.#sending.add(id);
		try {
			return await work();
		} finally {
			this.#sending.delete(id);
		}
	}
}
