import { background } from '../../base/background.ts';

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
	#hasStopped = false;

	/** Adds what uses the forge. Nothing is disposed before it has ended. */
	willSend(work: Work): void {
		this.#sends.push(work);
	}

	/** Adds what has to be on the disk. */
	willWrite(work: Work): void {
		this.#writes.push(work);
	}

	/** Adds what ends a forge in this process, when everything has been sent. Ends it at once if that is over. */
	willStop(stop: () => Promise<unknown>): void {
		if (this.#hasStopped) background(stop());
		else this.#stops.push(stop);
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
		await Promise.allSettled([this.#stop(), ...this.#writes.map((work) => work(signal))]);
	}

	async #stop(): Promise<void> {
		await this.#sending;
		this.#hasStopped = true;
		await Promise.allSettled(this.#stops.map((stop) => stop()));
	}
}
