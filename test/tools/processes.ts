import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { root } from './places.ts';
import { Stop } from './stop.ts';

interface RunOptions {
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** On Windows, programs that are scripts (`npm.cmd`, `code.cmd`) start only through a shell. */
	readonly shell?: boolean;
	/** Called with each line of the output of a background process. */
	readonly onLine?: (line: string) => void;
	/** The process is stopped after this time. */
	readonly limitMs?: number;
}

const running = new Set<ChildProcess>();
/** How long a process may take to shut down before it is killed. */
const stopTimeoutMs = 5000;

/** Sends a signal to a process and, if it leads a group, to the whole group. An editor consists of many processes. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		if (process.platform === 'win32') execFileSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
		else process.kill(-child.pid, signal);
	} catch {
		child.kill(signal);
	}
}

// Turns Ctrl-C and other termination signals into a regular exit, which ends all child processes.
for (const [signal, code] of [
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const) {
	process.on(signal, () => process.exit(code));
}
// Runs before the temporary folders are removed, because the processes still use them.
process.prependListener('exit', () => {
	for (const child of running) signalGroup(child, 'SIGTERM');
});

/** A background process whose output can be read. */
export class Background {
	readonly exited: Promise<void>;
	readonly #child: ChildProcess;
	readonly #lines: string[] = [];
	readonly #watchers = new Set<() => void>();
	#ended = false;
	/** The exit code, once the process has ended by itself. */
	code: number | null = null;

	constructor(command: string, args: readonly string[], options: RunOptions = {}) {
		const child = spawn(command, args, {
			cwd: options.cwd ?? root,
			env: { ...process.env, ...options.env },
			stdio: ['ignore', 'pipe', 'pipe'],
			detached: process.platform !== 'win32',
		});
		this.#child = child;
		running.add(child);
		for (const stream of [child.stdout, child.stderr]) {
			createInterface({ input: stream }).on('line', (line) => {
				this.#lines.push(line);
				options.onLine?.(line);
				if (this.#lines.length > 20_000) this.#lines.shift();
				for (const watcher of this.#watchers) watcher();
			});
		}
		this.exited = new Promise((resolve) => {
			const end = () => {
				this.#ended = true;
				running.delete(child);
				for (const watcher of this.#watchers) watcher();
				resolve();
			};
			child.once('error', (error) => {
				this.#lines.push(String(error));
				end();
			});
			child.once('close', (code) => {
				this.code = code;
				end();
			});
		});
	}

	/** The last lines of the output. */
	tail(): string {
		return this.#lines.slice(-30).join('\n');
	}

	/** The last match of a pattern in the output. */
	last(pattern: RegExp): RegExpExecArray | undefined {
		return this.#lines.map((line) => pattern.exec(line)).findLast((match) => match !== null) ?? undefined;
	}

	/** Waits for a matching line. Fails with the output if the process ends first or `seconds` pass. */
	waitForLine(pattern: RegExp, seconds = 60): Promise<RegExpExecArray> {
		const find = () => this.#lines.map((line) => pattern.exec(line)).find((match) => match !== null);
		return this.#until(find, `printed ${pattern}`, seconds);
	}

	/** Waits until the output has `left` more lines that match `begun` than lines that match `ended`. */
	async waitForEnds(begun: RegExp, ended: RegExp, left: number): Promise<void> {
		const count = (pattern: RegExp) => this.#lines.filter((line) => pattern.test(line)).length;
		await this.#until(() => count(begun) === count(ended) + left || undefined, `printed ${ended}`, 20);
	}

	async #until<T>(look: () => T | undefined, what: string, seconds: number): Promise<T> {
		const waiting = Promise.withResolvers<T>();
		const check = () => {
			const found = look();
			if (found !== undefined) waiting.resolve(found);
			else if (this.#ended) waiting.reject(new Error(`It ended before it ${what}:\n${this.tail()}`));
		};
		const timer = setTimeout(
			() => waiting.reject(new Error(`It has not ${what} within ${seconds} s:\n${this.tail()}`)),
			seconds * 1000,
		);
		this.#watchers.add(check);
		check();
		try {
			return await waiting.promise;
		} finally {
			clearTimeout(timer);
			this.#watchers.delete(check);
		}
	}

	/** Sends a signal and waits for the end. Kills the process after a while. */
	async stop(signal: NodeJS.Signals = 'SIGTERM', killMs = stopTimeoutMs): Promise<void> {
		if (this.#ended) return;
		signalGroup(this.#child, signal);
		const force = setTimeout(() => signalGroup(this.#child, 'SIGKILL'), killMs);
		await this.exited;
		clearTimeout(force);
	}
}

/** Ends a process that runs for too long, and kills it if it does not shut down. */
function limitRuntime(child: ChildProcess, limitMs: number): readonly NodeJS.Timeout[] {
	const end = () => {
		console.error(`"${child.spawnargs.join(' ')}" is ended after ${limitMs / 60_000} minutes.`);
		child.kill();
	};
	return [setTimeout(end, limitMs), setTimeout(() => child.kill('SIGKILL'), limitMs + stopTimeoutMs)];
}

/** Runs a command to its end, shows its output, and returns its exit code. */
export async function run(
	command: string,
	args: readonly string[],
	options: RunOptions = {},
): Promise<number> {
	const child = spawn(command, args, {
		cwd: options.cwd ?? root,
		env: { ...process.env, ...options.env },
		stdio: ['ignore', 'inherit', 'inherit'],
		shell: options.shell ?? false,
	});
	running.add(child);
	const timers = options.limitMs === undefined ? [] : limitRuntime(child, options.limitMs);
	try {
		const [code] = await once(child, 'close');
		return typeof code === 'number' ? code : 1;
	} catch (error) {
		throw new Stop(`"${command}" could not be started: ${error instanceof Error ? error.message : error}`);
	} finally {
		for (const timer of timers) clearTimeout(timer);
		running.delete(child);
	}
}

export function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** Runs npm: the one that started this script if there is one. */
export function npm(args: readonly string[], options?: RunOptions): Promise<number> {
	const cli = process.env.npm_execpath;
	if (cli?.endsWith('.js')) return run(process.execPath, [cli, ...args], options);
	return run('npm', args, { ...options, shell: process.platform === 'win32' });
}
