import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import { escapeMarkup } from '../escape.ts';
import { BoxFrame } from './box-frame.ts';
import type { StepExit, Wizard } from './wizard.ts';

interface TextButton extends vscode.QuickInputButton {
	readonly press: () => void;
}

/** What the user has entered, which may be nothing. */
interface EnteredText {
	readonly text: string;
}

export interface TextBoxOptions {
	readonly title: string;
	readonly prompt: string;
	readonly placeholder?: string;
	/** What the box contains at first. */
	readonly text?: string;
	/** Whether the text is hidden. */
	readonly isPassword?: boolean;
	readonly buttons?: readonly TextButton[];
	/** Says something about a text while the user types. */
	readonly describe?: (text: string) => vscode.InputBoxValidationMessage | undefined;
	/** What is wrong with a text, which then cannot be entered. */
	readonly problemOf?: (text: string) => string | undefined;
	/** Checks a text after Enter, which may take time. Returns what is wrong with it; the box then stays. */
	readonly check?: (text: string, signal: AbortSignal) => Promise<string | undefined>;
	/** What the box says during the check. */
	readonly checking?: string;
}

/**
 * A box for a line of text, which comes without the space around it, unless it is a password.
 * - While the user types, it says what is wrong with the text, unless that is empty. After Enter, it says so in any case.
 * - It stays while the user does something elsewhere, such as copying what they enter.
 * - While a text is checked, it takes no other. Escape ends the check.
 */
export class TextBox extends BoxFrame<EnteredText> {
	readonly #options: TextBoxOptions;
	readonly #input: vscode.InputBox;

	constructor(options: TextBoxOptions) {
		const input = vscode.window.createInputBox();
		super(input);
		this.#options = options;
		this.#input = input;
		input.title = options.title;
		input.prompt = escapeMarkup(options.prompt);
		input.placeholder = options.placeholder;
		input.password = options.isPassword ?? false;
		input.value = options.text ?? '';
		input.ignoreFocusOut = true;
		const { buttons } = options;
		if (!buttons) return;
		input.buttons = buttons;
		this.lifetime.add(
			input.onDidTriggerButton((pressed) => buttons.find((button) => button === pressed)?.press()),
		);
	}

	get text(): string {
		return this.#input.value;
	}

	/** Types for the user. */
	set text(text: string) {
		this.#input.value = text;
		this.#describe();
	}

	/** Whether a text is checked. */
	get isChecking(): boolean {
		return !this.#input.enabled;
	}

	/**
	 * Asks as a step of a wizard, which keeps what is typed in the field. If the caller has passed a `text`, it passes what is entered the next
	 * time, so the wizard forgets that.
	 */
	override async askIn(wizard: Wizard, field: string): Promise<EnteredText | StepExit> {
		const entered = await super.askIn(wizard, field);
		if (typeof entered !== 'string' && this.#options.text !== undefined) wizard.forget(field);
		return entered;
	}

	protected override begin(): void {
		this.#describe();
		this.lifetime.add(this.#input.onDidChangeValue(() => this.#describe()));
		this.lifetime.add(this.#input.onDidAccept(() => background(this.#accept())));
	}

	#describe(): void {
		const { value } = this.#input;
		const { problemOf, describe } = this.#options;
		const problem = value.trim() === '' ? undefined : problemOf?.(this.#entered());
		this.#say(problem ?? describe?.(value));
	}

	#say(said: string | vscode.InputBoxValidationMessage | undefined): void {
		this.#input.validationMessage = typeof said === 'string' ? escapeMarkup(said) : said;
	}

	#entered(): string {
		const { value } = this.#input;
		return this.#options.isPassword ? value : value.trim();
	}

	async #accept(): Promise<void> {
		if (this.isChecking) return;
		const text = this.#entered();
		const { problemOf, check } = this.#options;
		const problem = problemOf?.(text) ?? (check && (await this.#check(text, check)));
		if (this.lifetime.ended) return;
		if (problem === undefined) this.answer({ text });
		else this.#say(problem);
	}

	async #check(text: string, check: NonNullable<TextBoxOptions['check']>): Promise<string | undefined> {
		const input = this.#input;
		input.enabled = false;
		input.busy = true;
		this.#say({
			message: this.#options.checking ?? '',
			severity: vscode.InputBoxValidationSeverity.Info,
		});
		try {
			return await check(text, this.lifetime.signal);
		} catch (error) {
			this.fail(error);
			return '';
		} finally {
			if (!this.lifetime.ended) {
				input.enabled = true;
				input.busy = false;
				this.#say(undefined);
			}
		}
	}
}
