import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { background } from '../../base/background.ts';
import { gitEnvironment } from './git.ts';
import { gitProgram } from './git-program.ts';

export interface GitObject {
	readonly id: string;
	readonly type: string;
	readonly content: Buffer;
}

const idleLimit = 10_000;

/**
 * The objects of one repository, read through one `git cat-file` that stays while it is used. What is asked for goes to
 * its input as a line and never among its arguments, so no name can be an option.
 */
export class Objects {
	readonly #folder: string;
	#batch: Batch | undefined;
	#idle: NodeJS.Timeout | undefined;

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** The object that an id or a revision names; undefined where there is none. `name` has no line break. */
	async read(name: string): Promise<GitObject | undefined> {
		if (/[\0\r\n]/.test(name)) return undefined;
		clearTimeout(this.#idle);
		if (!this.#batch || this.#batch.over) this.#batch = new Batch(this.#folder);
		const batch = this.#batch;
		try {
			return await batch.read(name);
		} finally {
			clearTimeout(this.#idle);
			if (batch.quiet) this.#idle = setTimeout(() => background(this.end()), idleLimit).unref();
		}
	}

	/** Answers what was asked, and ends the process: its folder can be moved or removed. */
	async end(): Promise<void> {
		clearTimeout(this.#idle);
		const batch = this.#batch;
		this.#batch = undefined;
		await batch?.end();
	}
}

interface Question {
	resolve(object: GitObject | undefined): void;
	reject(reason: Error): void;
}

/** One life of `git cat-file --batch`: questions on its input, answers in the same order on its output. */
class Batch {
	readonly #child: ChildProcessByStdio<Writable, Readable, null>;
	readonly #closed: Promise<unknown>;
	readonly #questions: Question[] = [];
	/** What has arrived and belongs to no answer yet. */
	#held: Buffer[] = [];
	#length = 0;
	#header: { readonly id: string; readonly type: string; readonly size: number } | undefined;
	over = false;

	constructor(folder: string) {
		this.#child = spawn(gitProgram(), [`--git-dir=${folder}`, 'cat-file', '--batch'], {
			cwd: folder,
			env: gitEnvironment(),
			stdio: ['pipe', 'pipe', 'ignore'],
			windowsHide: true,
		});
		this.#closed = once(this.#child, 'close').catch(() => {});
		this.#child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
		// A process that ended tells it by closing; the broken pipe adds nothing.
		this.#child.stdin.on('error', () => {});
		this.#child.on('error', (error) => this.#fail(error));
		this.#child.on('close', () => this.#fail(new Error('git cat-file ended before it had answered.')));
	}

	get quiet(): boolean {
		return this.#questions.length === 0;
	}

	read(name: string): Promise<GitObject | undefined> {
		return new Promise((resolve, reject) => {
			this.#questions.push({ resolve, reject });
			this.#child.stdin.write(`${name}\n`);
		});
	}

	async end(): Promise<void> {
		this.#child.stdin.end();
		await this.#closed;
	}

	#fail(reason: Error): void {
		this.over = true;
		for (const question of this.#questions.splice(0)) question.reject(reason);
	}

	#take(chunk: Buffer): void {
		this.#held.push(chunk);
		this.#length += chunk.length;
		while (this.#header ? this.#takeContent(this.#header) : this.#takeHeader()) {
			// Each round takes one header or one content off what is held.
		}
	}

	#takeHeader(): boolean {
		const bytes = Buffer.concat(this.#held);
		const end = bytes.indexOf('\n');
		this.#hold(bytes.subarray(end + 1));
		if (end === -1) return false;
		const [, id, type, size] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(bytes.toString('utf8', 0, end)) ?? [];
		if (id !== undefined && type !== undefined) this.#header = { id, type, size: Number(size) };
		// `<name> missing`, `<name> ambiguous`.
		else this.#questions.shift()?.resolve(undefined);
		return true;
	}

	#takeContent({ id, type, size }: { id: string; type: string; size: number }): boolean {
		// The content, and the line break after it. Joined only once all of it is here.
		if (this.#length < size + 1) return false;
		const bytes = Buffer.concat(this.#held);
		this.#hold(bytes.subarray(size + 1));
		this.#header = undefined;
		this.#questions.shift()?.resolve({ id, type, content: bytes.subarray(0, size) });
		return true;
	}

	#hold(bytes: Buffer): void {
		this.#held = bytes.length > 0 ? [bytes] : [];
		this.#length = bytes.length;
	}
}
