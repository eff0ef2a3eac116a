import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { TextBox } from '../../platform/editor/boxes/text-box.ts';
import type { StepExit, Wizard } from '../../platform/editor/boxes/wizard.ts';
import { escapeIcons, escapeMarkup } from '../../platform/editor/escape.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import type { BrowserSignIn, BrowserWait } from '../../signin/methods/browser.ts';
import type { BrowserSignInSlot, PendingSignIn } from './browser-sign-in-slot.ts';

const reopenButton: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('link-external'),
	tooltip: 'Open Page Again',
};
const copyButton: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('copy'),
	tooltip: 'Copy Page Address',
};

const redirectButton: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('link'),
	tooltip: 'Copy Redirect Address',
};

export type BrowserControls = Pick<BrowserSignIn, 'open' | 'showWaiting' | 'didRejectCode'> & {
	/** Ends the sign-in with the exit of a step that was shown meanwhile. */
	readonly exit: (exit: StepExit) => void;
};

/**
 * Runs a sign-in on the forge's pages. While it waits, shows an input box where the user can paste the code. Escape cancels the sign-in, as
 * in every step. If another box takes this one's place, such as the Command Palette, the sign-in goes on in the background.
 */
export async function awaitBrowser<T>(
	wizard: Wizard,
	name: string,
	pendingSignIns: BrowserSignInSlot,
	run: (controls: BrowserControls, signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T } | { readonly error: unknown } | StepExit> {
	if (wizard.isCancelled) return 'left';
	using lifetime = new Lifetime();
	const input = lifetime.add(vscode.window.createInputBox());
	input.title = `Sign in to ${name}`;
	input.placeholder = 'Signing in…';
	input.busy = true;
	const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof awaitBrowser<T>>>>();
	const didRejectCode = ({ message }: Error) => {
		input.validationMessage = escapeMarkup(message);
	};
	showWhileWaiting(wizard, input, name, pendingSignIns, lifetime).then(resolve);
	const showWaiting = (waiting: BrowserWait) => enableInput(input, waiting, lifetime);
	run({ open: openInBrowser, showWaiting, didRejectCode, exit: resolve }, lifetime.signal).then(
		(result) => resolve({ result }),
		(error: unknown) => resolve({ error }),
	);
	return await promise;
}

/**
 * Shows the input. While it is hidden, an item in the status bar says that the sign-in waits, and shows the input again. Resolves when the
 * user goes back or cancels.
 */
function showWhileWaiting(
	wizard: Wizard,
	input: vscode.InputBox,
	name: string,
	pendingSignIns: BrowserSignInSlot,
	lifetime: Lifetime,
): Promise<StepExit> {
	const { promise, resolve } = Promise.withResolvers<StepExit>();
	const item = lifetime.add(vscode.window.createStatusBarItem('sign-in', vscode.StatusBarAlignment.Left, 0));
	item.name = 'Tildeforge: Sign-In';
	item.text = `$(loading~spin) Signing in to ${escapeIcons(name)}…`;
	item.tooltip = 'Approve in your browser, or click to enter the code or cancel.';
	item.command = 'tildeforge.pasteCode';
	let isShown = false;
	const didHide = () => {
		if (lifetime.ended) return;
		isShown = false;
		item.show();
		pendingSignIns.update(pending);
	};
	const bringBack = () => pendingSignIns.show();
	const { exit, showAgain } = wizard.join(input, lifetime, { hiding: { didHide, bringBack } });
	const pending: PendingSignIn = {
		get isShown() {
			return isShown;
		},
		show: () => {
			if (isShown) return showAgain();
			isShown = true;
			item.hide();
			pendingSignIns.update(pending);
			input.show();
		},
		cancel: () => resolve('left'),
	};
	lifetime.add({ dispose: () => pendingSignIns.remove(pending) });
	pending.show();
	return Promise.race([promise, exit]);
}

/** Enables the buttons and the text field while the sign-in waits for the browser. */
function enableInput(input: vscode.InputBox, waiting: BrowserWait, lifetime: Lifetime) {
	const enabled = lifetime.child();
	input.placeholder = 'Waiting for the browser…';
	input.prompt = escapeMarkup(
		`Approve in your browser. If the forge shows an error instead, check that the application is registered with exactly this redirect address: ${waiting.redirect}. If the browser doesn't return to VS Code, paste the final address or the code here.`,
	);
	input.buttons = [vscode.QuickInputButtons.Back, reopenButton, copyButton, redirectButton];
	enabled.add(
		input.onDidTriggerButton((button) => {
			if (button === reopenButton) background(openInBrowser(waiting.address));
			if (button === copyButton) background(vscode.env.clipboard.writeText(waiting.address));
			if (button === redirectButton) background(vscode.env.clipboard.writeText(waiting.redirect));
		}),
	);
	enabled.add(
		input.onDidChangeValue(() => {
			input.validationMessage = undefined;
		}),
	);
	enabled.add(
		input.onDidAccept(() => {
			if (input.value.trim() === '' || waiting.paste(input.value)) return;
			input.validationMessage =
				'This address or code is not for this sign-in. Paste the whole address that the browser shows after you approve.';
		}),
	);
	return enabled;
}

/** Asks for the secret of an application. */
export async function askSecret(
	wizard: Wizard,
	instance: string,
	client: string,
	why: string,
	isRequired = true,
): Promise<{ readonly text: string } | StepExit> {
	const box = new TextBox({
		title: `Sign in to ${instance}`,
		prompt: `${why}${why && ' '}Paste the client secret of ${client}. It is stored in VS Code's secret storage.${isRequired ? '' : ' Leave the box empty if the application has none.'}`,
		isPassword: true,
		problemOf: (text) => (isRequired && text.trim() === '' ? 'Paste the client secret.' : undefined),
	});
	const entered = await box.askIn(wizard, `client secret ${instance} ${client}`);
	return typeof entered === 'string' ? entered : { text: entered.text.trim() };
}
