import { background } from '../../base/background.ts';
import { timeLimit } from '../../base/clock.ts';

/** Returns undefined if there is nothing to do. `signal` aborts shortly before VS Code ends the process. */
type Work = (signal: AbortSignal) => Promise<unknown> | undefined;

/** Less than the five seconds that VS Code gives an extension to deactivate. */
const timeoutMs = 3000;

/** The work to do before VS Code ends the process. Sends and writes at the same time; stops the forges in this process after sending. */
export class Deactivation {
	readonly #sends: Work[] = [];
	readonly #writes: Work[] = [];
	/** Stops a forge that runs in this process. */
	readonly #stops: (() => Promise<unknown>)[] = [];
	#sending: Promise<unknown> | undefined;
	#hasStopped = false;

	/** Adds work that sends to a forge. The extension is disposed only after it has ended. */
	addSend(work: Work): void {
		this.#sends.push(work);
	}

	/** Adds work that writes to the disk. */
	addWrite(work: Work): void {
		this.#writes.push(work);
	}

	/** Adds a function that stops a forge in this process. It is called when everything has been sent, or at once if that has happened. */
	addStop(stop: () => Promise<unknown>): void {
		if (this.#hasStopped) background(stop());
		else this.#stops.push(stop);
	}

	/** Settles when everything has been sent. Undefined before `run`, and if there is nothing to send. */
	get sending(): Promise<unknown> | undefined {
		return this.#sending;
	}

	/** Waits for all of it even if some of it fails. */
	async run(): Promise<void> {
		const signal = timeLimit(timeoutMs);
		const sends = this.#sends.flatMap((work) => work(signal) ?? []);
		this.#sending = sends.length > 0 ? Promise.allSettled(sends) : undefined;
		await Promise.allSettled([this.#stop(), ...this.#writes.map((work) => work(signal))]);
	}

	async #stop(): Promise<void> {
		await this.#sending;
		this.#hasStopped = true;
		await Promise.allSettled(this.#stops.map((stop) => stop()));
	}
}
