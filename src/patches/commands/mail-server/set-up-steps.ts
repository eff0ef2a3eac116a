import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { escapeMarkup } from '../../../platform/editor/escape.ts';

/** What a step of the set-up ends with, if not with an answer: *Back*, or that the user leaves. */
export type StepExit = 'back' | 'left';

interface Step {
	readonly step: number;
	readonly totalSteps: number;
}

const title = 'Set Up Sending Mail';

interface TextStep extends Step {
	readonly prompt: string;
	readonly placeholder?: string;
	readonly value?: string;
	readonly isPassword?: boolean;
	/** What is wrong with the text, as the user sees it after Enter. */
	readonly validate?: (text: string) => string | undefined;
	/** Does what takes time, while the box is open. Returns what went wrong; the box then stays. */
	readonly check?: ((text: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
	/** What the box says meanwhile. */
	readonly checking?: string;
}

/** Asks for a line of text. */
export function askLine(step: TextStep): Promise<{ readonly text: string } | StepExit> {
	const input = vscode.window.createInputBox();
	input.title = title;
	input.step = step.step;
	input.totalSteps = step.totalSteps;
	input.prompt = escapeMarkup(step.prompt);
	input.placeholder = step.placeholder;
	input.value = step.value ?? '';
	input.password = step.isPassword === true;
	return run<{ readonly text: string }>(input, step, (lifetime, end) => {
		const say = (problem: string | undefined, severity = vscode.InputBoxValidationSeverity.Error) => {
			input.validationMessage =
				problem === undefined ? undefined : { message: escapeMarkup(problem), severity };
		};
		lifetime.add(input.onDidChangeValue(() => say(undefined)));
		const accept = async () => {
			const text = step.isPassword ? input.value : input.value.trim();
			const problem = step.validate?.(text);
			say(problem);
			if (problem !== undefined || !input.enabled) return;
			if (!step.check) return end({ text });
			input.enabled = false;
			input.busy = true;
			say(step.checking, vscode.InputBoxValidationSeverity.Info);
			const failure = await step.check(text, lifetime.signal);
			if (lifetime.ended) return;
			input.enabled = true;
			input.busy = false;
			say(failure);
			if (failure === undefined) end({ text });
		};
		lifetime.add(input.onDidAccept(() => background(accept())));
	});
}

interface Choice<Value> extends vscode.QuickPickItem {
	readonly value: Value;
}

/** Lets the user choose. The choice with the value `active` is selected at first. */
export function pickOne<Value>(
	step: Step & {
		readonly placeholder: string;
		readonly active: Value;
		readonly choices: readonly Choice<Value>[];
	},
): Promise<{ readonly value: Value } | StepExit> {
	const input = vscode.window.createQuickPick<Choice<Value>>();
	input.title = title;
	input.step = step.step;
	input.totalSteps = step.totalSteps;
	input.placeholder = step.placeholder;
	input.items = step.choices;
	input.activeItems = step.choices.filter(({ value }) => value === step.active);
	return run<{ readonly value: Value }>(input, step, (lifetime, end) => {
		lifetime.add(
			input.onDidAccept(() => {
				const [chosen] = input.selectedItems;
				if (chosen) end({ value: chosen.value });
			}),
		);
	});
}

async function run<Answer>(
	input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
	{ step }: Step,
	start: (lifetime: Lifetime, end: (answer: Answer | StepExit) => void) => void,
): Promise<Answer | StepExit> {
	const lifetime = new Lifetime();
	lifetime.add(input);
	// The user looks for the name of the server in other windows.
	input.ignoreFocusOut = true;
	if (step > 1) input.buttons = [vscode.QuickInputButtons.Back];
	try {
		return await new Promise<Answer | StepExit>((end) => {
			lifetime.add(input.onDidHide(() => end('left')));
			lifetime.add(
				input.onDidTriggerButton((button) => {
					if (button === vscode.QuickInputButtons.Back) end('back');
				}),
			);
			start(lifetime, end);
			input.show();
		});
	} finally {
		lifetime.dispose();
	}
}
