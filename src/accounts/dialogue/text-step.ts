import * as vscode from 'vscode';
import { escapeMarkup } from '../../platform/editor/escape.ts';
import type { Dialogue } from './dialogue.ts';
import { runStep, type StepExit } from './step.ts';

interface TextStep {
	readonly title: string;
	readonly prompt: string;
	readonly placeholder?: string;
	readonly password?: boolean;
	/** Identifies the field, whose text is kept if the user goes back, even from a later step. */
	readonly field: string;
	/** The text at first, unless the user has typed another one. If there is one, the caller keeps what was entered, and passes it the next time. */
	readonly value?: string;
	/** Returns what is wrong with a text. */
	readonly validate?: (text: string) => string | undefined;
	/** Whether Enter does nothing without a text. */
	readonly isRequired?: boolean;
}

/** Asks for a line of text, without spaces around it. */
export function enterText(dialogue: Dialogue, step: TextStep): Promise<{ readonly text: string } | StepExit> {
	const { title, prompt, placeholder, password, field, value, validate, isRequired } = step;
	const input = vscode.window.createInputBox();
	input.title = title;
	input.prompt = escapeMarkup(prompt);
	input.placeholder = placeholder;
	input.password = password === true;
	input.buttons = [vscode.QuickInputButtons.Back];
	return runStep<{ readonly text: string }>(dialogue, input, (lifetime, end) => {
		lifetime.add(dialogue.keepTyped(input, field, value));
		/** Says what is wrong with the text. */
		const check = (): boolean => {
			const problem = validate?.(input.value.trim());
			input.validationMessage = problem === undefined ? undefined : escapeMarkup(problem);
			return problem === undefined;
		};
		lifetime.add(input.onDidChangeValue(check));
		lifetime.add(
			input.onDidAccept(() => {
				const text = input.value.trim();
				if ((isRequired && text === '') || !check()) return;
				if (value !== undefined) dialogue.forget(field);
				end({ text });
			}),
		);
	});
}
