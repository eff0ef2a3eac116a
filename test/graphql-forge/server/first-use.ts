/** How long a service takes to insert a user, in milliseconds. */
const insertMs = 50;

/** The users whom a service inserts with their first request. Two first requests at once insert a user twice, which ends the service. */
export class FirstUse {
	readonly #inserting = new Set<string>();
	#hasEnded = false;

	get hasEnded(): boolean {
		return this.#hasEnded;
	}

	async insert(name: string): Promise<void> {
		this.#hasEnded ||= this.#inserting.has(name);
		this.#inserting.add(name);
		await new Promise((resolve) => setTimeout(resolve, insertMs));
		this.#inserting.delete(name);
	}
}
