import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { abortable } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { type BatchAnswer, BatchAnswers } from './batch-answers.ts';
import type { LocalClone } from './clone.ts';
import {
	cannotRunGit,
	type Git,
	gitCommand,
	gitEnded,
	gitTimedOut,
	gitTimeoutMs,
	reasonIn,
} from './run-git.ts';

/** After this time without a question, the process is ended. */
const defaultIdleMs = 5000;
/** How often git may end without an answer before all questions are rejected. */
const maxEnds = 6;

interface Question {
	readonly name: string;
	readonly most: number;
	readonly resolve: (answer: BatchAnswer) => void;
	readonly reject: (reason: unknown) => void;
	/** How often git ended while this question was the next one to be answered. */
	ends: number;
}

/**
 * Asks `git cat-file` about objects. Keeps one process running between questions, starts it again if it ends, and ends it when it is idle.
 * Names go to its input and never to its arguments, so no name can act as an option.
 */
export class CatFile implements Disposable {
	readonly #git: Git;
	readonly #clone: LocalClone;
	readonly #readsContents: boolean;
	readonly #idleMs: number;
	readonly #lifetime = new Lifetime();
	/** Git answers in the order of the questions. */
	readonly #questions: Question[] = [];
	#child: ChildProcessWithoutNullStreams | undefined;
	#timer: Disposable | undefined;
	#endsInARow = 0;

	/** `readsContents`: whether to read the contents of objects, or only their types. */
	constructor(git: Git, clone: LocalClone, readsContents: boolean, idleMs = defaultIdleMs) {
		this.#git = git;
		this.#clone = clone;
		this.#readsContents = readsContents;
		this.#idleMs = idleMs;
		this.#lifetime.add({
			dispose: () => {
				this.#kill();
				this.#rejectAll(this.#lifetime.signal.reason);
			},
		});
	}

	/** The id of the running process, for tests. */
	get pid(): number | undefined {
		return this.#child?.pid;
	}

	/** `name` is an id, its beginning or a full reference. `most` is the largest content to read, in bytes. */
	async ask(name: string, most: number, signal?: AbortSignal): Promise<BatchAnswer> {
		this.#lifetime.signal.throwIfAborted();
		signal?.throwIfAborted();
		if (!/^[^\s\p{Cc}]+$/u.test(name)) return { kind: 'missing' };
		const child = this.#child ?? this.#start();
		const answer = new Promise<BatchAnswer>((resolve, reject) => {
			this.#questions.push({ name, most, resolve, reject, ends: 0 });
		});
		child.stdin.write(`${name}\n`);
		// The time limit is that of the oldest question, so newer ones do not postpone it.
		if (this.#questions.length === 1) this.#expectAnswer();
		return signal ? abortable(answer, signal) : answer;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#start(): ChildProcessWithoutNullStreams {
		const mode = this.#readsContents ? '--batch' : '--batch-check';
		const { args, options } = gitCommand(this.#git, this.#clone.root, ['cat-file', mode]);
		const child = spawn(this.#git.program, args, options);
		this.#child = child;
		const answers = new BatchAnswers(
			this.#readsContents,
			() => this.#questions[0]?.most ?? 0,
			(answer) => this.#receive(answer),
		);
		let errors = '';
		const unlessReplaced = (act: () => void) => {
			if (this.#child === child) act();
		};
		child.stdout.on('data', (chunk: Buffer) =>
			unlessReplaced(() => {
				this.#expectAnswer();
				try {
					answers.push(chunk);
				} catch (error) {
					this.#fail(gitEnded(this.#clone.root, error instanceof Error ? error.message : String(error)));
				}
			}),
		);
		child.stderr.on('data', (chunk: Buffer) => {
			errors = `${errors}${chunk}`.slice(-2000);
		});
		// The `close` event reports the end of the process. The broken pipe adds nothing.
		child.stdin.on('error', () => {});
		child.on('error', (error) => unlessReplaced(() => this.#fail(cannotRunGit(error))));
		child.on('close', () => unlessReplaced(() => this.#didEnd(reasonIn(errors))));
		return child;
	}

	#receive(answer: BatchAnswer): void {
		this.#endsInARow = 0;
		this.#questions.shift()?.resolve(answer);
		// Ending git is faster than reading the content.
		if (answer.kind === 'too-large') this.#restart();
		else if (this.#questions.length === 0) this.#endWhenIdle();
	}

	/** Git ends without an answer if an object is damaged, or if the system kills it. */
	#didEnd(reason: string): void {
		const [next] = this.#questions;
		if (next) {
			next.ends += 1;
			this.#endsInARow += 1;
			const error = gitEnded(this.#clone.root, reason);
			if (this.#clone.isPartial) {
				// Older versions of git end because they may not fetch the object.
				this.#questions.shift()?.resolve({ kind: 'missing' });
			} else if (this.#endsInARow >= maxEnds) this.#rejectAll(error);
			else if (next.ends > 1) this.#questions.shift()?.reject(error);
		}
		this.#restart();
	}

	/** Asks all open questions again. */
	#restart(): void {
		this.#kill();
		if (this.#questions.length === 0) return;
		this.#start().stdin.write(this.#questions.map(({ name }) => `${name}\n`).join(''));
		this.#expectAnswer();
	}

	#expectAnswer(): void {
		this.#timer?.dispose();
		const timeoutMs = this.#git.timeoutMs ?? gitTimeoutMs;
		this.#timer = this.#lifetime.timeout(() => this.#fail(gitTimedOut(this.#clone.root)), timeoutMs);
	}

	#endWhenIdle(): void {
		this.#timer?.dispose();
		this.#timer = this.#lifetime.timeout(() => this.#kill(), this.#idleMs);
	}

	#fail(reason: unknown): void {
		this.#kill();
		this.#rejectAll(reason);
	}

	#kill(): void {
		this.#timer?.dispose();
		const child = this.#child;
		this.#child = undefined;
		child?.kill('SIGKILL');
	}

	#rejectAll(reason: unknown): void {
		for (const question of this.#questions.splice(0)) question.reject(reason);
	}
}
