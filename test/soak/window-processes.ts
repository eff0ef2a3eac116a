import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sleep } from '../../src/base/clock.ts';
import { until } from '../tools/until.ts';

interface WindowProcessesOptions<Name extends string, Report> {
	readonly names: readonly Name[];
	/** The program of a window, in this folder. */
	readonly program: string;
	/** What a window is asked to do, as JSON. */
	readonly taskOf: (name: Name) => object;
	readonly received: (report: Report, name: Name) => void;
	/** Called when a window has ended by itself with an error. */
	readonly failed: (code: number) => void;
	/** Called when a window was killed, after its last report. */
	readonly killed?: (name: Name) => void;
}

/** Windows of one user, each a process. They share their files and are killed at random moments. */
export class WindowProcesses<Name extends string, Report> {
	readonly #options: WindowProcessesOptions<Name, Report>;
	readonly #running = new Map<Name, ChildProcess>();
	#isOver = false;

	constructor(options: WindowProcessesOptions<Name, Report>) {
		this.#options = options;
		for (const name of options.names) this.#start(name);
	}

	/** Kills a window without warning, by default a random one. It restarts by itself. */
	kill(name?: Name): void {
		const all = [...this.#running.keys()];
		const killed = name ?? all[Math.floor(Math.random() * all.length)];
		if (killed !== undefined) this.#running.get(killed)?.kill('SIGKILL');
	}

	/** Stops a window for a while, as the system does with a process that it suspends. */
	async pause(name: Name, ms: number): Promise<void> {
		const child = this.#running.get(name);
		child?.kill('SIGSTOP');
		await sleep(ms);
		child?.kill('SIGCONT');
	}

	/** Lets all windows finish their work. */
	async end(seconds: number): Promise<void> {
		this.#isOver = true;
		for (const one of this.#running.values()) one.stdin?.end();
		await until(() => this.#running.size === 0, { what: 'all windows have ended', seconds });
	}

	#start(name: Name): void {
		const { program, taskOf, received, failed, killed } = this.#options;
		const file = join(import.meta.dirname, program);
		const child = spawn(process.execPath, [file, JSON.stringify(taskOf(name))], {
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		this.#running.set(name, child);
		if (this.#isOver) child.stdin.end();
		createInterface({ input: child.stdout }).on('line', (line) => received(JSON.parse(line), name));
		// Unlike `exit`, `close` comes after the last line.
		child.on('close', (code, signal) => {
			this.#running.delete(name);
			if (code) failed(code);
			if (signal === 'SIGKILL') killed?.(name);
			if (!this.#isOver || signal === 'SIGKILL') this.#start(name);
		});
	}
}
