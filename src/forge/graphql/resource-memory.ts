import { ForgeError } from '../contract/errors.ts';
import { PageCursors } from './page-cursors.ts';

interface KnownResource {
	readonly number: number;
	readonly cursors: PageCursors;
}

/**
 * What requests have shown of resources and of their forge. Mutations identify a resource by number, queries by name. This is kept in memory only:
 * a name may later belong to another resource, and a forge may change. A key names the resource of a number, such as `tracker ~ana/garden`.
 */
export class ResourceMemory {
	/** How often in succession the forge has refused to send parts of a repository in git's own protocol. It refuses that for all repositories. */
	filterRefusals = 0;
	/** Why the forge has refused to read several parts at once, by the function that reads them. */
	readonly refusedReads = new Map<unknown, ForgeError>();
	/** The parts of answers that were missing, as they were reported. */
	readonly reportedParts = new Set<string>();
	readonly #resources = new Map<string, KnownResource>();

	/** Remembers the number that a read has shown. */
	learn(key: string, number: number): void {
		if (!Number.isSafeInteger(number)) throw new TypeError('The number of a resource is not a number.');
		if (this.#resources.get(key)?.number !== number)
			this.#resources.set(key, { number, cursors: new PageCursors() });
	}

	forget(key: string): void {
		this.#resources.delete(key);
	}

	/** The cursors of a list in a resource. Undefined for one that no read has shown. They end if the name goes to another resource. */
	cursors(key: string): PageCursors | undefined {
		return this.#resources.get(key)?.cursors;
	}

	/**
	 * Makes a change with the number of a resource. If the forge does not find the resource by a remembered number, and has done nothing,
	 * the number is outdated: looks it up again and tries once more.
	 */
	async use<T>(key: string, find: () => Promise<number>, change: (number: number) => Promise<T>): Promise<T> {
		const known = this.#resources.get(key);
		if (known) {
			try {
				return await change(known.number);
			} catch (error) {
				if (!(error instanceof ForgeError) || error.kind !== 'missing' || error.mayBeDone) throw error;
				this.forget(key);
			}
		}
		const found = await find();
		this.learn(key, found);
		return change(found);
	}
}
