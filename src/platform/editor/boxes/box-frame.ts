import type * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';
import type { StepExit, Wizard } from './wizard.ts';

/** A box that is shown until there is an answer. */
export class BoxFrame<Answer> {
	/** Ends with the answer. The input is closed a moment later. */
	readonly lifetime = new Lifetime();
	readonly #input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>;
	readonly #result = Promise.withResolvers<Answer | undefined>();

	constructor(input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>) {
		this.#input = input;
	}

	/** Undefined closes the box. */
	answer(answer: Answer | undefined): void {
		this.#result.resolve(answer);
	}

	/** Ends the box with an error that it does not show. */
	fail(error: unknown): void {
		this.#result.reject(error);
	}

	/** Called before the box is shown, when what a wizard has kept of its text is in the input. */
	protected begin(): void {}

	/** Resolves with undefined if the user leaves. */
	async ask(): Promise<Answer | undefined> {
		this.begin();
		this.lifetime.add(this.#input.onDidHide(() => this.answer(undefined)));
		return this.#show(this.#result.promise);
	}

	/** Asks as a step of a wizard. With `field`, the wizard keeps what is typed. */
	async askIn(wizard: Wizard, field?: string): Promise<Answer | StepExit> {
		if (wizard.isCancelled) return this.#close('left');
		const { exit } = wizard.join(this.#input, this.lifetime, { field });
		this.begin();
		return (await this.#show(Promise.race([this.#result.promise, exit]))) ?? 'left';
	}

	async #show<Result>(result: Promise<Result>): Promise<Result> {
		this.#input.show();
		try {
			return await result;
		} finally {
			this.#close(undefined);
		}
	}

	#close<Result>(result: Result): Result {
		this.lifetime.dispose();
		// After the caller has shown the next box: when this one closes, VS Code gives the focus back to the page below it, and does so again
		// 50 ms later, which would close a box that was shown in between.
		new Lifetime().timeout(() => this.#input.dispose(), 0);
		return result;
	}
}
