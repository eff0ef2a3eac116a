import { isRunning } from '../tools/processes.ts';
import { until } from '../tools/until.ts';
import type { WebHost } from '../tools/web-host.ts';

/** The user's action at the time of the kill. In `answering`, the forge has received the comment and answers. */
export const moments = ['opening', 'writing', 'sending', 'answering'] as const;
export type Moment = (typeof moments)[number];

/** The latest time of a kill after the moment begins. Some kills come after the moment has ended. */
const longestMs: Readonly<Record<Moment, number>> = {
	opening: 1500,
	writing: 6000,
	sending: 500,
	answering: 200,
};

/** One kill -9 of the extension host, at a random time after a moment has begun. */
export class ExtensionHostKill {
	readonly moment: Moment;
	readonly #host: WebHost;
	readonly #done = Promise.withResolvers<void>();
	#killed: number | undefined;
	#isCancelled = false;
	#timer: NodeJS.Timeout | undefined;

	constructor(host: WebHost, moment: Moment) {
		this.#host = host;
		this.moment = moment;
		// A failure reaches the code that awaits `settled`. Until then it must not count as an unhandled rejection.
		this.#done.promise.catch(() => {});
	}

	/** Whether the process was killed. */
	get isDone(): boolean {
		return this.#killed !== undefined;
	}

	/** Resolves when the killed process has ended. */
	get settled(): Promise<void> {
		return this.#done.promise;
	}

	/** Reports that a moment has begun. */
	begin(moment: Moment): void {
		if (moment !== this.moment || this.#isCancelled) return;
		const afterMs = Math.random() * longestMs[moment];
		this.#timer = setTimeout(() => this.#kill().then(this.#done.resolve, this.#done.reject), afterMs);
	}

	/** Cancels a kill that has not happened yet. Resolves when a killed process has ended. */
	async cancel(): Promise<void> {
		this.#isCancelled = true;
		clearTimeout(this.#timer);
		if (this.isDone) await this.settled;
	}

	/** Whether VS Code has started another extension host since the kill. */
	get isReplaced(): boolean {
		return this.#host.extensionHost() !== this.#killed;
	}

	async #kill(): Promise<void> {
		const pid = this.#host.extensionHost();
		process.kill(pid, 'SIGKILL');
		this.#killed = pid;
		await until(() => !isRunning(pid), { what: `the killed process ${pid} has ended` });
	}
}
