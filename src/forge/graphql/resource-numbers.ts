import { ForgeError } from '../contract/errors.ts';

/**
 * The numbers by which mutations name what queries name in words. They are kept in memory only: a name may later belong to another
 * resource. A key says what the number is of, such as `tracker ~ana/garden`.
 */
export class ResourceNumbers {
	readonly #numbers = new Map<string, number>();

	/** Remembers the number that a read has shown. */
	learn(key: string, number: number): void {
		this.#numbers.set(key, number);
	}

	/**
	 * Makes a change with the number of a resource. If the forge does not find the resource by a remembered number, its name belongs to
	 * another one by now: looks that one up, and tries once more. Such a change has done nothing.
	 */
	async use<T>(key: string, find: () => Promise<number>, change: (number: number) => Promise<T>): Promise<T> {
		const known = this.#numbers.get(key);
		if (known !== undefined) {
			try {
				return await change(known);
			} catch (error) {
				if (!(error instanceof ForgeError) || error.kind !== 'missing') throw error;
				this.#numbers.delete(key);
			}
		}
		const found = await find();
		this.#numbers.set(key, found);
		return change(found);
	}
}
