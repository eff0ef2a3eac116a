/** `signal` aborts when VS Code is about to end the process. Undefined if there is nothing to do. */
type Work = (signal: AbortSignal) => Promise<unknown> | undefined;

/** Less than the five seconds that VS Code gives an extension to deactivate. */
const timeoutMs = 3000;

/** What has to be done before VS Code ends the process. */
export class Deactivation {
	readonly #sends: Work[] = [];
	readonly #writes: Work[] = [];
	/** Stops a forge that runs in this process. */
	readonly #stops: (() => Promise<unknown>)[] = [];
	#sending: Promise<unknown> | undefined;

	/** Adds what uses the forge. Nothing is disposed before it has ended. */
	willSend(work: Work): void {
		this.#sends.push(work);
	}

	/** Adds what has to be on the disk. */
	willWrite(work: Work): void {
		this.#writes.push(work);
	}

	/** Adds what ends a forge in this process, when everything has been sent. */
	willStop(work: () => Promise<unknown>): void {
		this.#stops.push(work);
	}

	/** What is being sent, once the extension deactivates. Undefined if there is nothing to send. */
	get sending(): Promise<unknown> | undefined {
		return this.#sending;
	}

	/** Waits for all of it even if some of it fails. */
	async run(): Promise<void> {
		const signal = AbortSignal.timeout(timeoutMs);
		const sends = this.#sends.flatMap((work) => work(signal) ?? []);
		this.#sending = sends.length > 0 ? Promise.allSettled(sends) : undefined;
		const stopped = Promise.resolve(this.#sending).then(() =>
			Promise.allSettled(this.#stops.map((stop) => stop())),
		);
		await Promise.allSettled([stopped, ...this.#writes.map((work) => work(signal))]);
	}
}
