import type { OutboxFormat } from './entry.ts';
import type { Queue } from './queue.ts';

/** The entries that a window knows, by their items. */
export class QueueIndex<Key, Change> {
	readonly #format: OutboxFormat<Key, Change>;
	#queue: Queue<Key, Change> = [];
	#byItem: ReadonlyMap<string, Queue<Key, Change>> = new Map();

	constructor(format: OutboxFormat<Key, Change>) {
		this.#format = format;
	}

	/** All entries, in the order in which they are sent. */
	get queue(): Queue<Key, Change> {
		return this.#queue;
	}

	/** The entries of an item, the oldest first. */
	of(key: Key): Queue<Key, Change> {
		return this.#byItem.get(this.#format.idOf(key)) ?? [];
	}

	/** Replaces all entries. Returns whether any differs. */
	replace(queue: Queue<Key, Change>): boolean {
		const isChanged = JSON.stringify(queue) !== JSON.stringify(this.#queue);
		if (isChanged) {
			this.#queue = queue;
			this.#byItem = Map.groupBy(queue, ({ key }) => this.#format.idOf(key));
		}
		return isChanged;
	}
}
