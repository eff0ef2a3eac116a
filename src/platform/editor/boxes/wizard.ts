import * as vscode from 'vscode';
import { Emitter } from '../../../base/emitter.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import { visible } from '../../../base/text/invisible-characters.ts';

/**
 * How a step ends without an answer. *Back* goes to the previous step. Escape, or another box in this one's place, leaves the whole wizard,
 * in every step (docs/decisions/leaving-the-sign-in.md).
 */
export type StepExit = 'back' | 'left';

/** Asks something. Returns the next step, the answer of the wizard, or how the step has ended without one. */
export type WizardStep<Answer> = () => Promise<WizardStep<Answer> | Answer | StepExit>;

type Input = vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>;

interface StepOptions {
	/** Identifies what is typed, which is kept if the user goes back, even from a later step. */
	readonly field?: string | undefined;
	/** For a step that goes on while another box is in its place. */
	readonly hiding?: { readonly didHide: () => void; readonly bringBack: () => void };
}

interface JoinedStep {
	/** Resolves when the user goes back or leaves, or the wizard is cancelled. */
	readonly exit: Promise<StepExit>;
	/** Moves the focus to the input. VS Code has no other way to do that than to hide it. */
	readonly showAgain: () => void;
}

const isStep = <Answer>(next: WizardStep<Answer> | Answer | 'left'): next is WizardStep<Answer> =>
	typeof next === 'function';

/**
 * Asks for several things in a row.
 * - The user can go back, which loses nothing that they have typed, or leave.
 * - A wizard that is cancelled shows no more boxes, which would take the place of those of another one.
 */
export class Wizard {
	readonly #cancellation = new AbortController();
	/** How many steps there are from the first one to the one that is shown. */
	#depth = 0;
	readonly #typed = new Map<string, string>();
	readonly #noticeChanges = new Emitter<void>();
	#notice = '';
	/** Moves the focus to the box of the current step. Undefined if no step waits for the user. */
	#bringBack: (() => void) | undefined;

	/** Runs steps. The last one is asked first, and *Back* there leads to the one before. A step may run others. */
	async run<Answer>(...steps: readonly WizardStep<Answer>[]): Promise<Answer | StepExit> {
		const path = [...steps];
		const before = this.#depth;
		try {
			for (;;) {
				const step = path.at(-1);
				if (!step) return 'back';
				this.#depth = before + path.length;
				const next = await step();
				if (next === 'back') path.pop();
				else if (isStep(next)) path.push(next);
				else return next;
			}
		} finally {
			this.#depth = before;
		}
	}

	/** Ends the wizard, whatever its step waits for. */
	cancel(): void {
		this.#cancellation.abort();
	}

	get isCancelled(): boolean {
		return this.#cancellation.signal.aborted;
	}

	/** What every step says after its title, such as that the settings have changed. */
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

	/** Forgets what the user has typed in a field. */
	forget(field: string): void {
		this.#typed.delete(field);
	}

	/** Makes an input a step, which has a button to go back, unless it is the first one. */
	join(input: Input, lifetime: Lifetime, { field, hiding }: StepOptions = {}): JoinedStep {
		const { promise: exit, resolve } = Promise.withResolvers<StepExit>();
		const { signal } = this.#cancellation;
		const leave = () => resolve('left');
		signal.addEventListener('abort', leave);
		lifetime.add({ dispose: () => signal.removeEventListener('abort', leave) });
		this.#showTitle(input, lifetime);
		if (field !== undefined) {
			input.value = this.#typed.get(field) ?? input.value;
			lifetime.add(input.onDidChangeValue((text) => this.#typed.set(field, text)));
		}
		// Views that are redrawn meanwhile, such as after a change of the settings, may take the focus for a moment.
		input.ignoreFocusOut = true;
		if (this.#depth !== 1) input.buttons = [vscode.QuickInputButtons.Back, ...input.buttons];
		lifetime.add(
			input.onDidTriggerButton((button) => {
				if (button === vscode.QuickInputButtons.Back) resolve('back');
			}),
		);
		let ignored = 0;
		const showAgain = () => {
			ignored += 1;
			input.hide();
			input.show();
		};
		lifetime.add(
			input.onDidHide(() => {
				if (ignored > 0) ignored -= 1;
				else if (hiding) hiding.didHide();
				else leave();
			}),
		);
		const bringBack = hiding?.bringBack ?? showAgain;
		this.#bringBack = bringBack;
		lifetime.add({
			dispose: () => {
				if (this.#bringBack === bringBack) this.#bringBack = undefined;
			},
		});
		return { exit, showAgain };
	}

	/** Shows the title of an input, which may contain the name of a forge, and the notice of the wizard after it. */
	#showTitle(input: Input, lifetime: Lifetime): void {
		const title = visible(input.title ?? '');
		const draw = () => {
			input.title = this.#notice === '' ? title : `${title} · ${this.#notice}`;
		};
		draw();
		lifetime.add(this.#noticeChanges.event(draw));
	}
}
