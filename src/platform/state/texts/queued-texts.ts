import { timeOfDay } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { type HeldLock, ownLock } from '../../../base/files/held-lock.ts';
import type { Jobs } from '../../../base/jobs.ts';
import { newTextId, type Text, type TextEntry, type TextFormat } from './text.ts';
import type { TextCopies } from './text-copies.ts';
import type { TextFolder } from './text-folder.ts';
import type { TextMemory } from './text-memory.ts';

/** The id of the part of a text that is edited again while the rest is on its way. It is the same if a killed window has begun this. */
export const splitTextId = (id: string, entry: string): string => `${id}-${entry}`;

/** The texts that are on their way, with their entries in the outbox. */
export class QueuedTexts<Key, Body, Entry extends TextEntry> {
	readonly #format: TextFormat<Key, Body, Entry>;
	readonly #folder: TextFolder<Key, Body, Entry>;
	readonly #memory: TextMemory<Key, Body, Entry>;
	readonly #writes: Jobs;
	readonly #copies: TextCopies<Key, Body, Entry>;
	readonly #writer: string;

	/** `writer` names this window. */
	constructor(
		format: TextFormat<Key, Body, Entry>,
		folder: TextFolder<Key, Body, Entry>,
		memory: TextMemory<Key, Body, Entry>,
		writes: Jobs,
		copies: TextCopies<Key, Body, Entry>,
		writer: string,
	) {
		this.#format = format;
		this.#folder = folder;
		this.#memory = memory;
		this.#writes = writes;
		this.#copies = copies;
		this.#writer = writer;
	}

	watch(changed: () => void): Disposable {
		return this.#folder.watch(changed);
	}

	/** The entries of all queued texts as they are on the disk. */
	async readEntries(): Promise<readonly Entry[]> {
		return (await this.#folder.list()).flatMap(({ entries }) => entries);
	}

	/**
	 * Replaces the entries of a text, durably. With its first entries it is on its way, and can no longer be written. `stateAfter` is the
	 * state of the text without its last entries. If it is to be edited for some of its items only, that becomes a text of its own. Fails if another
	 * window has changed, sent or discarded the text. Call it with the lock of the queue.
	 */
	async setEntries(
		id: string,
		entries: readonly Entry[],
		stateAfter: 'sent' | 'editing',
		confirm: HeldLock['confirm'] = ownLock.confirm,
	): Promise<void> {
		this.#writes.pause(id, 0);
		await Promise.allSettled([this.#writes.last(id)]);
		const change = async (onDisk: Text<Key, Body, Entry> | undefined) => {
			// This window may have hung while it waited for the file.
			await confirm();
			const text = onDisk?.state === 'queued' ? onDisk : this.#memory.checkedToSend(id, onDisk);
			const saved = timeOfDay();
			const gone = text.entries.filter((entry) => !entries.some((one) => one.id === entry.id));
			const unsent = stateAfter === 'editing' ? this.#unsentOf(text, gone) : undefined;
			if (entries.length > 0) {
				if (unsent) await this.#splitOff(text, gone, unsent);
				return { ...text, saved, state: 'queued', entries } as const;
			}
			if (!unsent) return { ...text, saved, state: 'sent', entries } as const;
			const version = { revision: text.revision + 1, writer: this.#writer };
			return { ...text, ...version, ...unsent, saved, state: 'editing', entries } as const;
		};
		const changed = await this.#folder.change(id, change, { isDurable: true });
		if (changed) this.#memory.putStored(changed);
	}

	/** What the forge does not have of a text, and what that is for. Undefined if it has all. */
	#unsentOf(
		{ body }: Text<Key, Body, Entry>,
		gone: readonly Entry[],
	): { readonly key: Key; readonly body: Body } | undefined {
		const { isEmpty, keyOf, unsent = (all: Body) => all } = this.#format;
		const whole = gone.filter((entry) => unsent(body, entry) === body);
		const [first] = gone;
		if (whole.length > 0) return { key: keyOf(whole), body };
		const part = first && unsent(body, first);
		return part === undefined || isEmpty(part) ? undefined : { key: keyOf(gone), body: part };
	}

	/** The part of a text that some of its entries are for becomes a text of its own. */
	async #splitOff(
		text: Text<Key, Body, Entry>,
		[first]: readonly Entry[],
		unsent: { readonly key: Key; readonly body: Body },
	): Promise<void> {
		const id = splitTextId(text.id, first?.id ?? '');
		const part = { ...text, ...unsent, id, saved: timeOfDay(), state: 'editing', entries: [] } as const;
		// The user may have edited it since a killed window has begun this.
		const stored = await this.#copies.createIfMissing(part);
		if (stored.state !== 'editing' || !this.#format.continues(stored.body, part.body))
			await this.#copies.createIfMissing({ ...part, id: newTextId() });
	}
}
