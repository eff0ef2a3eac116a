import * as vscode from 'vscode';
import type { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/errors.ts';
import { type BrowserSignIn, throughBrowser, type Waiting } from '../../signin/browser.ts';
import type { Granted } from '../../signin/oauth.ts';
import { openPage } from '../open-page.ts';
import { type Left, step } from './step.ts';

const again: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('link-external'),
	tooltip: 'Open the Page Again',
};
const copy: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('copy'),
	tooltip: 'Copy the Address of the Page',
};

/** Sends somebody to the pages of the forge, and waits for them to come back; meanwhile the code can be pasted. */
export function awaitBrowser(
	signIn: Omit<BrowserSignIn, 'open' | 'wait'>,
): Promise<{ readonly granted: Granted } | { readonly failed: unknown } | Left> {
	const input = vscode.window.createInputBox();
	input.title = `Sign in to ${signIn.instance.name}`;
	input.prompt =
		'Approve in the browser. If it does not come back by itself, paste here the address that it ended at, or the code.';
	input.placeholder = 'Waiting for the browser …';
	input.ignoreFocusOut = true;
	input.busy = true;
	input.buttons = [vscode.QuickInputButtons.Back];
	return step(input, (lifetime, end) => {
		throughBrowser(
			{ ...signIn, open: openPage, wait: (waiting) => offer(input, waiting, lifetime) },
			lifetime.signal,
		).then(
			(granted) => end({ granted }),
			(failed: unknown) => end({ failed }),
		);
	});
}

/** What somebody can do while the browser is away. */
function offer(input: vscode.InputBox, waiting: Waiting, lifetime: Lifetime) {
	const offered = lifetime.child();
	input.buttons = [vscode.QuickInputButtons.Back, again, copy];
	offered.add(
		input.onDidTriggerButton((button) => {
			if (button === again) void openPage(waiting.address);
			if (button === copy) void vscode.env.clipboard.writeText(waiting.address);
		}),
	);
	offered.add(
		input.onDidChangeValue(() => {
			input.validationMessage = undefined;
		}),
	);
	offered.add(
		input.onDidAccept(() => {
			if (input.value.trim() === '' || waiting.paste(input.value)) return;
			input.validationMessage =
				'This is not what this sign-in waits for. Paste the whole address that the browser shows after you have approved.';
		}),
	);
	return offered;
}

/** Asks for the secret of an application; a client without one is left as it is. */
export async function askSecret(instance: string, client: string, why: string): Promise<string | undefined> {
	const given = await vscode.window.showInputBox({
		title: `Sign in to ${instance}`,
		prompt: `${why} Paste the client secret of ${client}; it is kept in the editor's secret storage.`,
		password: true,
		ignoreFocusOut: true,
	});
	return given?.trim() || undefined;
}

export const saysClientIsWrong = (error: unknown): error is ForgeError =>
	error instanceof ForgeError && error.reasons.some(({ field }) => field === 'client');
