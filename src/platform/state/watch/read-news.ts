import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { abortable } from '../../../base/abort.ts';
import type { ForgeError } from '../../../forge/contract/errors.ts';
import { parseTime, type Shape } from '../../../forge/contract/read.ts';
import type { ForgeEvent } from '../../model/forge-events.ts';
import { answerTime, isReadRecently, type ReadCause } from './read-cause.ts';

/** What a read of a resource begins with. */
export interface NewsRequest<Cache> {
	readonly cache: Cache;
	/** What an earlier call has returned, as it was stored. Without a cursor, what is there counts as reported. */
	readonly cursor: unknown;
	/** By default, the forge is asked. */
	readonly cause?: ReadCause | undefined;
	readonly signal: AbortSignal;
}

interface RefreshedCache {
	/** When the forge last answered. */
	readonly asOf: number | undefined;
	readonly isReading: boolean;
	readonly lastError: ForgeError | undefined;
}

/** How the news of a kind of resource are found in its cache. */
interface NewsReader<Cursor, Found extends ForgeEvent> {
	/** The shape of a cursor. A cursor that is damaged, or of another version, counts as none. */
	readonly shape: Shape<Cursor>;
	/** Reads what may have changed into the cache. */
	readonly refresh: () => Promise<void>;
	/** The cursor of a resource that was never read. */
	readonly start: () => Promise<Cursor> | Cursor;
	/** What others have done since the cursor. A repeated call gives events with the same keys. */
	readonly find: (cursor: Cursor, isFirst: boolean) => Promise<FoundNews<Cursor, Found>>;
}

export interface FoundNews<Cursor, Found> {
	readonly events: readonly Found[];
	readonly cursor: Cursor;
	/** Whether another read has to follow soon, because this one has not found everything. */
	readonly hasMore?: boolean;
}

/** Undefined if there is no cursor, or if it is damaged or of another version. */
export function readCursor<Cursor>(shape: Shape<Cursor>, stored: unknown): Cursor | undefined {
	const read = v.safeParse(shape, stored);
	return read.success ? read.output : undefined;
}

/** Refreshes the cache of a resource and returns what others have done since the cursor, the oldest first. Fails with a `ForgeError`. */
export async function readNews<Cursor, Found extends ForgeEvent>(
	{ cache, cursor: stored, cause, signal }: NewsRequest<RefreshedCache>,
	{ shape, refresh, start, find }: NewsReader<Cursor, Found>,
): Promise<FoundNews<Cursor, Found>> {
	const isDue = () =>
		cache.lastError !== undefined || !isReadRecently({ cause, cursor: stored, asOf: cache.asOf });
	// A read in progress may have begun before what has happened, or before another window moved the cursor. Its older answers would look
	// like changes, so wait for it and read again, unless the schedule accepts the read in progress.
	if (isDue() && cache.isReading) await abortable(refresh(), signal);
	if (isDue()) {
		await abortable(refresh(), signal);
		if (cache.lastError) throw cache.lastError;
	}
	const cursor = readCursor(shape, stored);
	const news = await find(cursor ?? (await start()), cursor === undefined);
	// A cursor that has not moved stays as it is, so that it is not written again.
	const asOf = isDeepStrictEqual(news.cursor, cursor) ? answerTime(stored) : cache.asOf;
	const timeOf = ({ at }: Found) => parseTime(at) ?? 0;
	return {
		...news,
		events: news.events.toSorted((one, other) => timeOf(one) - timeOf(other)),
		cursor: { ...news.cursor, ...(asOf !== undefined && { asOf }) },
	};
}
