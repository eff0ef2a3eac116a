import { ForgeError } from '../contract/errors.ts';

/**
 * Mutations identify a resource by number, queries by name. The numbers are kept in memory only: a name may later belong to another
 * resource. A key says what the number is of, such as `tracker ~ana/garden`.
 */
export class ResourceNumbers {
	readonly #numbers = new Map<string, number>();

	/** Remembers the number that a read has shown. */
	learn(key: string, number: number): void {
		if (!Number.isSafeInteger(number)) throw new TypeError('The number of a resource is not a number.');
		this.#numbers.set(key, number);
	}

	forget(key: string): void {
		this.#numbers.delete(key);
	}

	/**
	 * Makes a change with the number of a resource. If the forge does not find the resource by a remembered number, and has done nothing,
	 * the number is outdated: looks it up again and tries once more.
	 */
	async use<T>(key: string, find: () => Promise<number>, change: (number: number) => Promise<T>): Promise<T> {
		const known = this.#numbers.get(key);
		if (known !== undefined) {
			try {
				return await change(known);
			} catch (error) {
				if (!(error instanceof ForgeError) || error.kind !== 'missing' || error.mayBeDone) throw error;
				this.#numbers.delete(key);
			}
		}
		const found = await find();
		this.learn(key, found);
		return change(found);
	}
}
