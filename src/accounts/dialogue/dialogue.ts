import type * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';

/** An input box or a quick pick. */
interface Field {
	value: string;
	readonly onDidChangeValue: vscode.Event<string>;
}

/** What all steps of one sign-in share. */
export class Dialogue {
	readonly #cancellation = new AbortController();
	readonly #typed = new Map<string, string>();
	readonly #noticeChanges = new Emitter<void>();
	#notice = '';
	/** Moves the focus to the box of the current step. Undefined if no step waits for the user. */
	#bringBack: (() => void) | undefined;

	/** Fires when `notice` changes. */
	readonly onDidChangeNotice = this.#noticeChanges.event;

	/** Ends the sign-in, whatever its step waits for. */
	cancel(): void {
		this.#cancellation.abort();
	}

	/** A cancelled sign-in shows no more boxes, which would take the place of those of another one. */
	get isCancelled(): boolean {
		return this.#cancellation.signal.aborted;
	}

	onCancel(end: () => void): Disposable {
		const { signal } = this.#cancellation;
		signal.addEventListener('abort', end);
		return { dispose: () => signal.removeEventListener('abort', end) };
	}

	/** What every step says after its title, such as that the forge was removed from the settings. */
	get notice(): string {
		return this.#notice;
	}

	set notice(notice: string) {
		if (notice === this.#notice) return;
		this.#notice = notice;
		this.#noticeChanges.fire();
	}

	/** Shows the box of the current step again, and moves the focus there. Returns false if there is none. */
	bringBack(): boolean {
		this.#bringBack?.();
		return this.#bringBack !== undefined;
	}

	/** Called when a step begins. It ends when the result is disposed. */
	didOpenBox(bringBack: () => void): Disposable {
		this.#bringBack = bringBack;
		return {
			dispose: () => {
				if (this.#bringBack === bringBack) this.#bringBack = undefined;
			},
		};
	}

	/** Fills a field with what the user last typed there, and keeps what they type until `forget`, so that going back loses nothing. */
	keepTyped(input: Field, field: string, initial = ''): Disposable {
		input.value = this.#typed.get(field) ?? initial;
		return input.onDidChangeValue((text) => this.#typed.set(field, text));
	}

	forget(field: string): void {
		this.#typed.delete(field);
	}
}
