import * as v from 'valibot';
import { steadyTime } from '../../../base/clock.ts';
import { type Coalesced, coalesce } from '../../../base/coalesce.ts';
import { codeOf } from '../../../base/files/files.ts';
import { type HeldLock, ownLock } from '../../../base/files/held-lock.ts';
import { lockAgainIfLost } from '../../../base/files/lock-again-if-lost.ts';
import type { Name, Storage } from '../../../base/files/storage.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { Turns } from '../../../base/turns.ts';
import type { Shape } from '../../../forge/contract/read.ts';
import { setAside } from './unreadable-files.ts';

const watchDelayMs = 50;
/**
 * Failures to read that may end by themselves, such as those of a network drive. After any other failure, the file is set aside before it is written.
 * Without permission to read a file, the user may still replace it. Windows also says `EACCES` or `EPERM` for a moment, which `readText` waits for.
 */
const temporaryCodes =
	'EBUSY EMFILE ENFILE ENOMEM EAGAIN ESTALE ETIMEDOUT ENOTCONN EHOSTDOWN ENXIO ECONNRESET'.split(' ');
/** Failures of a network drive, which end by themselves, or of a damaged part of a disk. `UNKNOWN` is what Node.js says if it has no code for a failure on Windows. */
const perhapsTemporaryCodes = ['EIO', 'UNKNOWN'];
/** A file that cannot be read for longer is damaged. If the whole drive has failed, setting it aside fails, too. */
const longestFailureMs = 60_000;

/** How the content of a file is written and read. */
export interface FileFormat<T> {
	readonly stringify: (value: T) => string;
	/** Undefined if nothing can be read. `isDamaged`: only a part can. */
	readonly parse: (text: string) => { readonly value: T; readonly isDamaged?: boolean } | undefined;
}

/** JSON that a shape checks. What cannot be read is set aside or, if it can be made again, read as `instead`. */
export const jsonFormat = <T>(shape: Shape<T>, instead?: T): FileFormat<T> => ({
	stringify: (value) => JSON.stringify(value),
	parse: (text) => {
		const read = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), text);
		if (read.success) return { value: read.output };
		return instead === undefined ? undefined : { value: instead };
	},
});

interface SharedFileOptions<T> {
	readonly storage: Storage;
	readonly name: Name;
	readonly format: FileFormat<T>;
	readonly log: Log;
}

/** Returns what replaces the value. `confirm` rejects if this window has lost the lock, and then the change is applied again. */
type ChangeFile<T, R> = (
	value: T | undefined,
	isUnreadable: boolean,
	confirm: HeldLock['confirm'],
) => R | Promise<R>;

/** What is in the file. Without a value, there is no file, or it cannot be read. */
interface Found<T> {
	readonly value?: T;
	/** The damaged content; null if the file cannot be read at all. */
	readonly damaged?: string | null;
}

/**
 * A file that all windows read and change. Each change is applied to what is on the disk, under a lock, and replaces the file as a whole. If
 * this window hangs for so long that another one takes the lock, the change is applied again to what that one has written. If there can be
 * no lock, as on a full disk, the change is made without it. A file that cannot be read is set aside for the user. One that is damaged in
 * part stays until it is written again, and a copy is kept.
 */
export class SharedFile<T> {
	readonly #options: SharedFileOptions<T>;
	/** Waiting for a change of this window takes less time than waiting for its lock. */
	readonly #turns = new Turns();
	#isDamaged = false;
	/** Since when each attempt to read the file has failed in a way that may be temporary. */
	#failingSince: number | undefined;

	constructor(options: SharedFileOptions<T>) {
		this.#options = options;
	}

	/** Whether a part of the file could not be read, as of the last read or change. */
	get isDamaged(): boolean {
		return this.#isDamaged;
	}

	/** Undefined if there is no file, or one that is set aside because it is damaged. Rejects if reading fails: the file stays. */
	async read(): Promise<T | undefined> {
		const { value, damaged } = await this.#load();
		if (damaged === undefined || value !== undefined) return value;
		// Sets the file aside, unless another window has replaced it in the meantime.
		return this.change((found) => found);
	}

	/**
	 * Replaces what is on the disk by the result; undefined removes the file. Resolves with the result when it would survive a power failure or,
	 * without `isDurable`, the end of this window. If the value stays the same, nothing is written. A file that cannot be read is set aside, and
	 * has no value.
	 */
	change<R extends T | undefined>(
		change: ChangeFile<T, R>,
		{ isDurable = true }: { readonly isDurable?: boolean } = {},
	): Promise<R> {
		return this.#turns.run(() => this.#lockAndChange(change, isDurable));
	}

	/**
	 * Calls `changed` soon after a window may have written, until the lifetime ends. The result requests such a call. The file must be in a
	 * folder.
	 */
	watch(lifetime: Lifetime, changed: () => unknown): Coalesced {
		const { storage, name, log } = this.#options;
		const [folder, ...rest] = name;
		const request = coalesce(lifetime, watchDelayMs, changed, {
			onError: (failure) => log.warn(`${name.join('/')} could not be read`, failure),
		});
		lifetime.add(storage.watch([folder, ...rest.slice(0, -1)], request));
		return request;
	}

	async #lockAndChange<R extends T | undefined>(change: ChangeFile<T, R>, isDurable: boolean): Promise<R> {
		const { storage, name, log } = this.#options;
		let hasBegun = false;
		const work = ({ confirm }: HeldLock) => {
			hasBegun = true;
			return this.#apply(change, isDurable, confirm);
		};
		try {
			// Outside of the watched folder: taking the lock is no change.
			return await lockAgainIfLost(storage, ['locks', ...name], work);
		} catch (error) {
			if (hasBegun) throw error;
			log.warn(`${name.join('/')} could not be locked, so another window may write it at this moment`, error);
			return work(ownLock);
		}
	}

	async #apply<R extends T | undefined>(
		change: ChangeFile<T, R>,
		isDurable: boolean,
		confirm: HeldLock['confirm'],
	): Promise<R> {
		const { storage, name, format } = this.#options;
		const { value, damaged } = await this.#loadToReplace();
		const isUnreadable = damaged !== undefined && value === undefined;
		const changed = await change(value, isUnreadable, confirm);
		if (changed === value && !isUnreadable) return changed;
		// `replace` confirms by itself, but neither `setAside` nor `remove` does.
		if (damaged !== undefined || changed === undefined) await confirm();
		if (isUnreadable) await setAside(storage, name);
		else if (damaged) await setAside(storage, name, damaged);
		if (changed !== undefined) await storage.replace(name, format.stringify(changed), { isDurable, confirm });
		else if (!isUnreadable) await storage.remove(name);
		this.#isDamaged = false;
		return changed;
	}

	async #load(): Promise<Found<T>> {
		const { storage, name, format, log } = this.#options;
		const text = await this.#read();
		const parsed = text === undefined ? undefined : format.parse(text);
		const isDamaged = parsed?.isDamaged === true;
		if (isDamaged && !this.#isDamaged) log.warn(`A part of ${storage.pathOf(name)} cannot be read`);
		this.#isDamaged = isDamaged;
		if (text === undefined) return {};
		if (!parsed) return { damaged: text };
		return isDamaged ? { value: parsed.value, damaged: text } : { value: parsed.value };
	}

	async #loadToReplace(): Promise<Found<T>> {
		try {
			return await this.#load();
		} catch (error) {
			if (this.#isTemporary(codeOf(error))) throw error;
			this.#options.log.warn(`${this.#options.name.join('/')} could not be read`, error);
			return { damaged: null };
		}
	}

	async #read(): Promise<string | undefined> {
		const { storage, name } = this.#options;
		try {
			const text = await storage.read(name);
			this.#failingSince = undefined;
			return text;
		} catch (error) {
			const mayEnd = perhapsTemporaryCodes.includes(codeOf(error) ?? '');
			this.#failingSince = mayEnd ? (this.#failingSince ?? steadyTime()) : undefined;
			throw error;
		}
	}

	#isTemporary(code = ''): boolean {
		const since = this.#failingSince;
		return temporaryCodes.includes(code) || (since !== undefined && steadyTime() - since < longestFailureMs);
	}
}
