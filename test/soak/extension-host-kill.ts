import { isRunning } from '../tools/processes.ts';
import { until } from '../tools/until.ts';
import type { WebHost } from '../tools/web-host.ts';

/** What the user does when the extension host is killed; `answering` is what the forge does, from when it has the comment. */
export const moments = ['opening', 'writing', 'sending', 'answering'] as const;
export type Moment = (typeof moments)[number];

/** How long after its beginning, at most. Some kills come after it has ended. */
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
		// Whoever waits for it is told of a failure; until then it is not unheard.
		this.#done.promise.catch(() => {});
	}

	/** Whether the process was killed. */
	get isDone(): boolean {
		return this.#killed !== undefined;
	}

	/** Settled when the process has ended. */
	get settled(): Promise<void> {
		return this.#done.promise;
	}

	/** This has begun. */
	begin(moment: Moment): void {
		if (moment !== this.moment || this.#isCancelled) return;
		const afterMs = Math.random() * longestMs[moment];
		this.#timer = setTimeout(() => this.#kill().then(this.#done.resolve, this.#done.reject), afterMs);
	}

	/** Does not kill any more. Settled when a process that was killed has ended. */
	async cancel(): Promise<void> {
		this.#isCancelled = true;
		clearTimeout(this.#timer);
		if (this.isDone) await this.settled;
	}

	/** Whether VS Code has started another extension host since. */
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
