import * as v from 'valibot';
import { timeOfDay } from '../../base/clock.ts';
import { fieldOf } from '../../base/field-of.ts';
import type { Storage } from '../../base/files/storage.ts';
import { parseTime } from '../../forge/contract/read.ts';
import type { Memory } from '../../platform/state/memory.ts';
import { joinPlaces, type MarksByPlace, MarksByPlaceShape } from '../../platform/state/seen/marks.ts';

const visitsName = 'tickets.seen';
const trackersName = 'tickets.seenTrackers';
const listsName = 'patches.seen';

const cacheName = ['seen', 'marks'] as const;

/**
 * The marks that versions until November 2026 kept in VS Code's storage, where the window that writes last wins, or with the caches of their
 * account. They are moved to the file of their account when it is first opened. Can be removed when all users have updated.
 */
export class OldMarks {
	readonly #memory: Memory;
	readonly #cacheOf: (account: string) => Storage;

	constructor(memory: Memory, cacheOf: (account: string) => Storage) {
		this.#memory = memory;
		this.#cacheOf = cacheOf;
	}

	async of(account: string): Promise<MarksByPlace> {
		const text = await this.#cacheOf(account).read(cacheName);
		const cached = v.safeParse(v.pipe(v.string(), v.parseJson(), MarksByPlaceShape), text);
		return joinPlaces(cached.success ? cached.output : {}, this.#inMemory(account), timeOfDay());
	}

	#inMemory(account: string): MarksByPlace {
		const places: Record<string, { upTo?: number; exceptions: Times; visits: Times }> = {};
		const marksOf = (place: string) => (places[place] ??= { exceptions: {}, visits: {} });
		for (const [ref, at] of this.#entries(visitsName, `${account} `)) {
			const [, tracker, ticket = ''] = /^(.*)#(\d+)$/s.exec(ref) ?? [];
			const time = parseTime(String(at));
			if (tracker !== undefined && time !== undefined) marksOf(`tracker ${tracker}`).visits[ticket] = time;
		}
		for (const [tracker, seen] of this.#entries(trackersName, `${account} `)) {
			const upTo = parseTime(String(fieldOf(seen, 'upTo')));
			const unseen = fieldOf(seen, 'unseen');
			if (upTo === undefined) continue;
			const marks = marksOf(`tracker ${tracker}`);
			marks.upTo = upTo;
			for (const ticket of Array.isArray(unseen) ? unseen : []) marks.exceptions[String(ticket)] = 0;
		}
		for (const [list, seen] of this.#entries(listsName, `${account}/`)) {
			const upTo = fieldOf(seen, 'upTo');
			if (typeof upTo !== 'number') continue;
			const marks = marksOf(`list ${list === 'mine' ? '/' : list}`);
			marks.upTo = upTo;
			for (const [thread, at] of Object.entries(fieldOf(seen, 'visits') ?? {}))
				if (typeof at === 'number') marks.visits[thread] = at;
		}
		return places;
	}

	async remove(account: string): Promise<void> {
		await this.#cacheOf(account).remove(cacheName);
		for (const [name, prefix] of [
			[visitsName, `${account} `],
			[trackersName, `${account} `],
			[listsName, `${account}/`],
		] as const) {
			const all = Object.entries(this.#memory.get(name) ?? {});
			const kept = all.filter(([key]) => !key.startsWith(prefix));
			if (kept.length < all.length)
				await this.#memory.update(name, kept.length > 0 ? Object.fromEntries(kept) : undefined);
		}
	}

	/** What is stored by a name for an account, without the prefix of the account. */
	#entries(name: string, prefix: string): readonly (readonly [string, unknown])[] {
		return Object.entries(this.#memory.get(name) ?? {}).flatMap(([key, value]) =>
			key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
		);
	}
}

type Times = Record<string, number>;
