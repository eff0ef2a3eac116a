/** Runs one thing after the other, in the order in which they were asked for. One that fails does not hold up the next. */
export class Turns {
	#last: Promise<unknown> = Promise.resolve();

	next<T>(run: () => PromiseLike<T>): Promise<T> {
		const mine = this.#last.then(run, run);
		this.#last = mine;
		return mine;
	}
}
