import * as v from 'valibot';
import { coalesce } from '../base/coalesce.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { Draft, type DraftKey, draftName } from './draft.ts';
import { InOrder } from './in-order.ts';
import type { Name, Storage, Stored } from './storage.ts';

interface DraftsOptions {
	/** A place of their own, which stays when an account signs out. */
	readonly storage: Storage;
	readonly log: Log;
	readonly now?: () => number;
}

/** A discarded draft can be had back for so long. */
const regret = 30 * 24 * 60 * 60_000;
/** While somebody writes, others than the page are told of it so often. */
const pace = 1000;
/** So long nobody is hurried who may want it back. */
const moment = 60_000;

const at = (name: string): Name => ['drafts', name];
const binned = (when: number, name: string): Name => ['discarded', `${when}-${name}`];
const File = v.pipe(v.string(), v.parseJson(), Draft);

const isEmpty = ({
	title,
	text,
	status,
	resolution,
	addLabels,
	removeLabels,
}: Omit<Draft, 'saved'>): boolean =>
	`${title}${text}${status ?? ''}${resolution ?? ''}` === '' && addLabels.length + removeLabels.length === 0;

/** A draft's file as this window knows it. */
interface Seen {
	readonly text: string;
	/** Whether it has written that itself. */
	readonly isOurs: boolean;
}

/**
 * What was written and not sent yet, in files of which each is the old draft or the new one, whenever the program ends.
 * A draft goes only when it is sent, discarded or emptied. The other windows' drafts are here, too. Where two windows write the
 * same draft, the last one counts, and what it writes over is put aside as if it had been discarded.
 */
export class Drafts implements Disposable {
	readonly #options: DraftsOptions;
	readonly #now: () => number;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<DraftKey>;
	readonly #written: Emitter<DraftKey>;
	readonly #known = new Map<string, Draft>();
	readonly #writes = new Map<string, InOrder>();
	/** Size and time of each file when it was last read. */
	readonly #read = new Map<string, string>();
	readonly #seen = new Map<string, Seen>();
	/** Those that are being written, of which only pages were told. */
	readonly #typed = new Map<string, DraftKey>();
	#readSoon = () => {};
	readonly #tellTyped = coalesce(this.#lifetime, pace, () => {
		for (const key of this.#typed.values()) this.#changes.fire(key);
		this.#typed.clear();
	});
	/** Counts what this window does, so that a file that was read before does not undo it. */
	#moment = 0;
	readonly #touched = new Map<string, number>();
	/** The moment at which the reading before this one began. */
	#lastRead = 0;
	/** When each was discarded in this window. */
	readonly #discarded = new Map<string, number>();

	constructor(options: DraftsOptions) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const failed = (failure: unknown) => options.log.error('A draft was not taken in', failure);
		this.#changes = this.#lifetime.add(new Emitter<DraftKey>(failed));
		this.#written = this.#lifetime.add(new Emitter<DraftKey>(failed));
	}

	/** Whose draft is another one, new or gone, by this window or another one. Of what is being typed it tells now and then. */
	get onDidChange(): Event<DraftKey> {
		return this.#changes.event;
	}

	/** The same, and each letter that is typed. */
	get onDidWrite(): Event<DraftKey> {
		return this.#written.event;
	}

	/** Reads what is there, and watches it from then on. */
	async open(): Promise<void> {
		const { storage, log } = this.#options;
		const failed = (error: unknown) => log.warn('The drafts could not be read', error);
		this.#readSoon = coalesce(this.#lifetime, 50, () => this.#readAll(), failed);
		this.#lifetime.add(storage.watch(['drafts'], () => this.#readSoon()));
		await this.#readAll().catch(failed);
		await this.#emptyBin().catch((error: unknown) =>
			log.warn('Discarded drafts could not be removed', error),
		);
	}

	/** All there are, the latest first. */
	all(): readonly Draft[] {
		return [...this.#known.values()].sort((a, b) => b.saved - a.saved);
	}

	get(key: DraftKey): Draft | undefined {
		return this.#known.get(draftName(key));
	}

	/** Settled when it, or a newer one, is on the disk. An empty one is none. */
	async save(given: Omit<Draft, 'saved'>): Promise<Draft> {
		const draft = { ...given, saved: this.#now() };
		if (isEmpty(draft)) {
			await this.remove(draft.key);
			return draft;
		}
		const name = this.#touch(draft.key);
		const isNew = !this.#known.has(name);
		this.#known.set(name, draft);
		if (isNew) this.#tell(draft.key);
		else this.#tellOfTyping(name, draft.key);
		await this.#writesOf(name).put(() => this.#write(name, draft));
		return draft;
	}

	/** It was sent. */
	async remove(key: DraftKey): Promise<void> {
		const name = this.#touch(key);
		if (this.#known.delete(name)) this.#tell(key);
		await this.#writesOf(name).put(() => this.#clear(name));
	}

	/** Puts it aside; `restore` has it back for thirty days. */
	async discard(key: DraftKey): Promise<void> {
		const name = draftName(key);
		const draft = this.#known.get(name);
		if (!draft) return;
		this.#discarded.set(name, this.#now());
		await this.#options.storage.replace(binned(this.#now(), name), JSON.stringify(draft));
		// What was written meanwhile is not what was to be discarded.
		if (this.#known.get(name) === draft) await this.remove(key);
	}

	/** Whether it was discarded a moment ago, and somebody may want it back. */
	isRegrettable(key: DraftKey): boolean {
		return this.#now() - (this.#discarded.get(draftName(key)) ?? Number.NEGATIVE_INFINITY) < moment;
	}

	/** What was discarded last; what has been written since is discarded in its place. Undefined when there is nothing. */
	async restore(key: DraftKey): Promise<Draft | undefined> {
		const { storage } = this.#options;
		const name = draftName(key);
		const bin = await storage.list(['discarded']);
		const last = bin
			.filter((stored) => stored.name.endsWith(`-${name}`))
			.sort((a, b) => whenOf(b) - whenOf(a))[0];
		const text = last && (await storage.read(['discarded', last.name]));
		const found = v.safeParse(File, text);
		if (!last || !found.success) return undefined;
		await this.discard(key);
		this.#discarded.delete(name);
		const restored = await this.save(found.output);
		await storage.remove(['discarded', last.name]);
		return restored;
	}

	/** All that was saved is on the disk. */
	async settled(): Promise<void> {
		await Promise.allSettled([...this.#writes.values()].filter(({ busy }) => busy).map((one) => one.last));
	}

	/** Ends the watching. What is being saved is saved all the same. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	#tell(key: DraftKey): void {
		this.#typed.delete(draftName(key));
		this.#written.fire(key);
		this.#changes.fire(key);
	}

	#tellOfTyping(name: string, key: DraftKey): void {
		this.#typed.set(name, key);
		this.#written.fire(key);
		this.#tellTyped();
	}

	/** What another window has written is put aside before something else takes its place, unless it goes on there. */
	async #write(name: string, draft: Draft): Promise<void> {
		const { storage, log } = this.#options;
		const there = await this.#there(name);
		const seen = this.#seen.get(name);
		const isOurs = there === undefined || (there === seen?.text && seen.isOurs);
		if (!isOurs && !goesOn(there, draft)) {
			await storage.replace(binned(this.#now(), name), there);
			log.warn(
				'A draft took the place of one that was not written in this window. That one is kept with those that were discarded',
			);
		}
		const text = JSON.stringify(draft);
		await storage.replace(at(name), text);
		this.#seen.set(name, { text, isOurs: true });
	}

	/** What another window has written, and nobody has read here, stays. */
	async #clear(name: string): Promise<void> {
		const there = await this.#there(name);
		const isNews = there !== undefined && there !== this.#seen.get(name)?.text;
		this.#seen.delete(name);
		if (isNews) this.#readSoon();
		else await this.#options.storage.remove(at(name));
	}

	async #there(name: string): Promise<string | undefined> {
		try {
			return await this.#options.storage.read(at(name));
		} catch {
			// What cannot be read is told where it is read.
			return undefined;
		}
	}

	async #readAll(): Promise<void> {
		const began = this.#moment;
		const isTouched = (name: string) =>
			(this.#touched.get(name) ?? 0) > began || this.#writes.get(name)?.busy === true;
		const stored = await this.#options.storage.list(['drafts']);
		for (const one of stored) {
			const mark = `${one.size} ${one.written}`;
			if (this.#read.get(one.name) === mark || isTouched(one.name)) continue;
			const { text = '', draft } = (await this.#readOne(one.name)) ?? {};
			if (!draft || isTouched(one.name)) continue;
			this.#read.set(one.name, mark);
			if (this.#seen.get(one.name)?.text === text) continue;
			this.#seen.set(one.name, { text, isOurs: false });
			if (JSON.stringify(this.#known.get(one.name)) === JSON.stringify(draft)) continue;
			this.#known.set(one.name, draft);
			this.#tell(draft.key);
		}
		const there = new Set(stored.map(({ name }) => name));
		for (const [name, { key }] of this.#known) {
			if (there.has(name) || isTouched(name)) continue;
			this.#known.delete(name);
			this.#read.delete(name);
			this.#seen.delete(name);
			this.#tell(key);
		}

		this.#forgetDone();
		this.#lastRead = began;
	}

	/** What was sent or discarded before the last reading began can neither be undone by one nor be asked for. */
	#forgetDone(): void {
		for (const [name, writes] of this.#writes) {
			if (this.#known.has(name) || writes.busy || (this.#touched.get(name) ?? 0) > this.#lastRead) continue;
			for (const about of [this.#writes, this.#touched, this.#read, this.#seen]) about.delete(name);
		}
		for (const [name, when] of this.#discarded)
			if (this.#now() - when >= moment) this.#discarded.delete(name);
	}

	async #readOne(name: string): Promise<{ readonly text: string; readonly draft: Draft } | undefined> {
		const { storage, log } = this.#options;
		try {
			const text = await storage.read(at(name));
			// Another window was faster.
			if (text === undefined) return undefined;
			const read = v.safeParse(File, text);
			if (read.success) return { text, draft: read.output };
			await storage.move(at(name), ['unreadable', `${this.#now()}-${name}`]);
			log.warn(
				`A draft cannot be read. It was kept as unreadable/${this.#now()}-${name}, beside the other drafts`,
			);
		} catch (error) {
			log.warn(`The draft ${name} could not be read and was left as it is`, error);
		}
		return undefined;
	}

	async #emptyBin(): Promise<void> {
		const { storage } = this.#options;
		const oldest = this.#now() - regret;
		for (const stored of await storage.list(['discarded'])) {
			if (whenOf(stored) < oldest) await storage.remove(['discarded', stored.name]);
		}
	}

	#touch(key: DraftKey): string {
		const name = draftName(key);
		this.#moment += 1;
		this.#touched.set(name, this.#moment);
		return name;
	}

	#writesOf(name: string): InOrder {
		const known = this.#writes.get(name);
		if (known) return known;
		const made = new InOrder();
		this.#writes.set(name, made);
		return made;
	}
}

/** Whether a draft has all that another one has said. */
function goesOn(before: string, { title, text }: Draft): boolean {
	const read = v.safeParse(File, before);
	return read.success && text.startsWith(read.output.text) && title.startsWith(read.output.title);
}

/** When a draft was discarded; its file's own time is that of its last save. */
const whenOf = ({ name, written }: Stored): number => Number(/^(\d+)-/.exec(name)?.[1] ?? written);
