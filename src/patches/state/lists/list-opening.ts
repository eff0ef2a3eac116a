import type { Client } from '../../../forge/client/connect.ts';
import type { listExtraRows } from '../../../forge/rows/lists.ts';
import type { List, OpenedList } from '../../../forge/shapes/lists.ts';
import type { ListKey } from '../../../platform/model/keys.ts';
import type { ValueCache } from '../../../platform/state/cache/value-cache.ts';
import { unlessRefused } from '../../../platform/state/unless-refused.ts';
import type { MailCollection } from './mail-collection.ts';
import type { PatchsetCollection } from './patchset-collection.ts';

type Part = keyof OpenedList;

interface ListParts {
	readonly patchsets: PatchsetCollection;
	readonly recent: MailCollection;
	/** Undefined if they are not to be read. */
	readonly details: ValueCache<List> | undefined;
}

interface PartRead {
	readonly part: Part;
	readonly isReading: boolean;
	readonly read: () => Promise<void>;
}

/** Reads the parts of a list. In GraphQL, one request brings the details and the first page of the others. */
export class ListOpening {
	readonly #send: (() => Promise<OpenedList | undefined>) | undefined;
	#request: SharedRequest | undefined;

	/** `extras` is undefined in REST. */
	constructor(
		{ owner, list }: ListKey,
		extras: Client<typeof listExtraRows> | undefined,
		signal: AbortSignal,
	) {
		this.#send = extras && (() => unlessRefused(extras.openList({ owner, list }, { signal })));
	}

	/** Refreshes the parts, each of which asks `first` before it reads by itself. */
	async refresh(
		{ patchsets, recent, details }: ListParts,
		which: { readonly newestOnly?: boolean; readonly isManual?: boolean; readonly isBrief?: boolean },
	): Promise<void> {
		const reads: PartRead[] = [
			{ part: 'patchsets', isReading: patchsets.known.isReading, read: () => patchsets.refresh(which) },
			{ part: 'mails', isReading: recent.mails.isReading, read: () => recent.refresh(which) },
		];
		if (details) {
			const { isReading } = details;
			const readList = () => this.first('list');
			reads.push({ part: 'list', isReading, read: () => details.refresh(undefined, readList) });
		}
		// A read that is under way asks for its part by itself. It is joined.
		const parts = reads.filter(({ isReading }) => !isReading).map(({ part }) => part);
		const request = this.#send && parts.length > 1 ? new SharedRequest(parts, this.#send) : undefined;
		if (request) this.#request = request;
		try {
			await Promise.all(reads.map(({ part, read }) => read().finally(() => request?.leave(part))));
		} finally {
			// The answer is large, and another refresh may have begun.
			if (this.#request === request) this.#request = undefined;
		}
	}

	/** What the shared request brings to a read that has just begun. Undefined if the read has to ask for its part by itself. */
	async first<P extends Part>(part: P): Promise<OpenedList[P] | undefined> {
		const opened = await this.#request?.take(part);
		return opened?.[part];
	}
}

/** One request for several reads. It is sent when all of them have begun, because a read must not get an answer that is older than itself. */
class SharedRequest {
	/** The parts whose reads have not begun. */
	readonly #awaited: Set<Part>;
	readonly #send: () => Promise<OpenedList | undefined>;
	readonly #haveBegun = Promise.withResolvers<void>();
	#answer: Promise<OpenedList | undefined> | undefined;

	constructor(parts: readonly Part[], send: () => Promise<OpenedList | undefined>) {
		this.#awaited = new Set(parts);
		this.#send = send;
	}

	/** Undefined if the part has already taken the answer, or does not belong to this request. */
	async take(part: Part): Promise<OpenedList | undefined> {
		if (!this.#awaited.has(part)) return undefined;
		this.leave(part);
		await this.#haveBegun.promise;
		this.#answer ??= this.#send();
		return this.#answer;
	}

	/** The request no longer waits for the read of this part. */
	leave(part: Part): void {
		this.#awaited.delete(part);
		if (this.#awaited.size === 0) this.#haveBegun.resolve();
	}
}
