import * as v from 'valibot';
import type { Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import type { Patchset } from '../../../forge/shapes/lists.ts';
import { idOfSeries, type PatchsetKey } from '../../../platform/model/keys.ts';
import { jsonFormat, SharedFile } from '../../../platform/state/store/shared-file.ts';

/** By patchset and status, the latest last. */
type Times = Readonly<Record<string, string>>;

const maxKept = 200;
/** The forge may round the same time in different ways. */
const toleranceMs = 1000;

const format = jsonFormat<{ readonly value: Times }>(v.object({ value: v.record(v.string(), v.string()) }), {
	value: {},
});

/**
 * The statuses that the user has set here recently, in any window. The forge does not say who has set a status, but when the patchset last
 * changed: another user has set an equal status if the patchset has changed since the forge's answer to the user.
 */
export class OwnStatuses {
	/** The cached data of each account, which all windows share. */
	readonly #caches: { of(account: string): Storage };
	readonly #log: Log;
	/** By account. */
	readonly #known = new Map<string, Times>();

	constructor(caches: { of(account: string): Storage }, log: Log) {
		this.#caches = caches;
		this.#log = log;
	}

	/** The forge has set the status for the user. Resolves when other windows can read it. */
	async add(key: PatchsetKey, { status, updated }: Patchset): Promise<void> {
		const { account } = key;
		const added = { [nameOf(key, status)]: updated };
		this.#put(account, added);
		try {
			await this.#file(account).change((stored) => {
				this.#put(account, stored?.value ?? {});
				this.#put(account, added);
				return { value: this.#of(account) };
			});
		} catch (error) {
			this.#log.warn('A status that the user has set could not be stored', error);
		}
	}

	/** Reads what other windows have added. */
	async read(account: string): Promise<void> {
		try {
			this.#put(account, (await this.#file(account).read())?.value ?? {});
		} catch (error) {
			this.#log.warn('The statuses that the user has set could not be read', error);
		}
	}

	/** Whether the status of a patchset is one that the user has set. */
	has(key: PatchsetKey, { status, updated }: Patchset): boolean {
		const own = this.#of(key.account)[nameOf(key, status)];
		return own !== undefined && !isLater(updated, own, toleranceMs);
	}

	#of(account: string): Times {
		return this.#known.get(account) ?? {};
	}

	#put(account: string, times: Times): void {
		const known = new Map(Object.entries(this.#of(account)));
		for (const [status, at] of Object.entries(times)) {
			const before = known.get(status);
			known.delete(status);
			known.set(status, before !== undefined && isLater(before, at) ? before : at);
		}
		this.#known.set(account, Object.fromEntries([...known].slice(-maxKept)));
	}

	#file(account: string): SharedFile<{ readonly value: Times }> {
		return new SharedFile({
			storage: this.#caches.of(account),
			name: ['own-statuses'],
			format,
			log: this.#log,
		});
	}
}

const nameOf = (key: PatchsetKey, status: string): string => `${idOfSeries(key)} ${status}`;

/** False if a time cannot be read. */
const isLater = (one: string, other: string, byMs = 0): boolean =>
	(parseTime(one) ?? Number.NaN) - (parseTime(other) ?? Number.NaN) > byMs;
