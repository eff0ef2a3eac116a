import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { background } from '../../base/background.ts';
import type { GitObject } from '../../forge/shapes/git-objects.ts';
import { gitEnvironment } from './git.ts';
import { gitProgram } from './git-program.ts';

const idleMs = 10_000;

/**
 * Reads the objects of a repository through one `git cat-file` that keeps running between reads. Names go to its input
 * as lines and never to its arguments, so no name can act as an option.
 */
export class Objects {
	readonly #folder: string;
	#batch: Batch | undefined;
	#idleTimer: NodeJS.Timeout | undefined;

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** The object that an id or a revision names; undefined if there is none. `name` must not contain a line break. */
	async read(name: string): Promise<GitObject | undefined> {
		if (/[\0\r\n]/.test(name)) return undefined;
		clearTimeout(this.#idleTimer);
		if (!this.#batch || this.#batch.hasEnded) this.#batch = new Batch(this.#folder);
		const batch = this.#batch;
		try {
			return await batch.read(name);
		} finally {
			clearTimeout(this.#idleTimer);
			if (batch.isIdle) this.#idleTimer = setTimeout(() => background(this.end()), idleMs).unref();
		}
	}

	/** Answers pending reads and ends the process. Then the folder can be moved or removed. */
	async end(): Promise<void> {
		clearTimeout(this.#idleTimer);
		const batch = this.#batch;
		this.#batch = undefined;
		await batch?.end();
	}
}

interface PendingRead {
	resolve(object: GitObject | undefined): void;
	reject(reason: Error): void;
}

/** One process of `git cat-file --batch`: names on its input, answers in the same order on its output. */
class Batch {
	readonly #child: ChildProcessByStdio<Writable, Readable, null>;
	readonly #closed: Promise<unknown>;
	readonly #pending: PendingRead[] = [];
	/** Received bytes that do not belong to an answer yet. */
	#held: Buffer[] = [];
	#length = 0;
	#header: { readonly id: string; readonly type: string; readonly size: number } | undefined;
	hasEnded = false;

	constructor(folder: string) {
		this.#child = spawn(gitProgram(), [`--git-dir=${folder}`, 'cat-file', '--batch'], {
			cwd: folder,
			env: gitEnvironment(),
			stdio: ['pipe', 'pipe', 'ignore'],
			windowsHide: true,
		});
		this.#closed = once(this.#child, 'close').catch(() => {});
		this.#child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
		// The `close` event reports the end of the process. The broken pipe adds nothing.
		this.#child.stdin.on('error', () => {});
		this.#child.on('error', (error) => this.#fail(error));
		this.#child.on('close', () => this.#fail(new Error('git cat-file ended before it had answered.')));
	}

	get isIdle(): boolean {
		return this.#pending.length === 0;
	}

	read(name: string): Promise<GitObject | undefined> {
		return new Promise((resolve, reject) => {
			this.#pending.push({ resolve, reject });
			this.#child.stdin.write(`${name}\n`);
		});
	}

	async end(): Promise<void> {
		this.#child.stdin.end();
		await this.#closed;
	}

	#fail(reason: Error): void {
		this.hasEnded = true;
		for (const read of this.#pending.splice(0)) read.reject(reason);
	}

	#take(chunk: Buffer): void {
		this.#held.push(chunk);
		this.#length += chunk.length;
		while (this.#header ? this.#takeContent(this.#header) : this.#takeHeader()) {
			// Each round consumes one header or one content of the held bytes.
		}
	}

	#takeHeader(): boolean {
		const bytes = Buffer.concat(this.#held);
		const end = bytes.indexOf('\n');
		this.#hold(bytes.subarray(end + 1));
		if (end === -1) return false;
		const [, id, type, size] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(bytes.toString('utf8', 0, end)) ?? [];
		if (id !== undefined && type !== undefined) this.#header = { id, type, size: Number(size) };
		// Git answered `<name> missing` or `<name> ambiguous`.
		else this.#pending.shift()?.resolve(undefined);
		return true;
	}

	#takeContent({ id, type, size }: { id: string; type: string; size: number }): boolean {
		// The content is followed by a line break. Join the parts only once all have arrived.
		if (this.#length < size + 1) return false;
		const bytes = Buffer.concat(this.#held);
		this.#hold(bytes.subarray(size + 1));
		this.#header = undefined;
		this.#pending.shift()?.resolve({ id, type, content: bytes.subarray(0, size) });
		return true;
	}

	#hold(bytes: Buffer): void {
		this.#held = bytes.length > 0 ? [bytes] : [];
		this.#length = bytes.length;
	}
}
