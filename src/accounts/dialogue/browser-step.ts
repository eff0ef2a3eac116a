import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/errors.ts';
import { escapeMarkup } from '../../platform/editor/escape.ts';
import { askText, showProgress } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import type { BrowserSignIn, BrowserWait } from '../../signin/browser.ts';
import type { StepExit } from './step.ts';

const reopenButton: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('link-external'),
	tooltip: 'Open Page Again',
};
const copyButton: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('copy'),
	tooltip: 'Copy Page Address',
};

/** A sign-in that waits for the browser. */
interface PendingSignIn {
	show(): void;
	cancel(): void;
}

/** The sign-ins that wait for the browser while their input boxes are hidden. */
export class PendingSignIns {
	readonly #pending = new Set<PendingSignIn>();

	/** Shows the input box of the latest sign-in again. */
	show(): void {
		[...this.#pending].at(-1)?.show();
	}

	/** Cancels all pending sign-ins. A user who starts a new one has abandoned the others. */
	cancelAll(): void {
		for (const one of this.#pending) one.cancel();
	}

	add(one: PendingSignIn): void {
		this.#pending.add(one);
		this.#updateContext();
	}

	remove(one: PendingSignIn): void {
		this.#pending.delete(one);
		this.#updateContext();
	}

	#updateContext(): void {
		background(
			vscode.commands.executeCommand('setContext', 'tildeforge.awaitsBrowser', this.#pending.size > 0),
		);
	}
}

type BrowserControls = Pick<BrowserSignIn, 'open' | 'showWaiting' | 'didRejectCode'>;

/**
 * Runs a sign-in on the forge's pages. While it waits, shows an input box where the user can paste the code. VS Code hides the box when
 * another one opens, without giving a reason. The sign-in then continues as a progress notification that the user can cancel.
 */
export async function awaitBrowser<T>(
	name: string,
	pendingSignIns: PendingSignIns,
	run: (controls: BrowserControls, signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T } | { readonly error: unknown } | StepExit> {
	pendingSignIns.cancelAll();
	const lifetime = new Lifetime();
	const input = lifetime.add(vscode.window.createInputBox());
	input.title = `Sign in to ${name}`;
	input.prompt =
		"Approve in your browser. If it doesn't return to VS Code, paste the final address or the code here.";
	input.placeholder = 'Waiting for the browser…';
	input.ignoreFocusOut = true;
	input.busy = true;
	input.buttons = [vscode.QuickInputButtons.Back];
	const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof awaitBrowser<T>>>>();
	const didRejectCode = ({ message }: Error) => {
		input.validationMessage = escapeMarkup(message);
	};
	lifetime.add(
		input.onDidTriggerButton((button) => {
			if (button === vscode.QuickInputButtons.Back) resolve('back');
		}),
	);
	lifetime.add(
		input.onDidHide(() => {
			if (!lifetime.ended)
				waitInBackground(name, pendingSignIns, lifetime, { input, cancel: () => resolve('left') });
		}),
	);
	run(
		{ open: openInBrowser, showWaiting: (waiting) => enableInput(input, waiting, lifetime), didRejectCode },
		lifetime.signal,
	).then(
		(result) => resolve({ result }),
		(error: unknown) => resolve({ error }),
	);
	input.show();
	try {
		return await promise;
	} finally {
		lifetime.dispose();
	}
}

/** Shows a progress notification until the box is shown again or the sign-in ends. */
function waitInBackground(
	name: string,
	pendingSignIns: PendingSignIns,
	lifetime: Lifetime,
	{ input, cancel }: { readonly input: vscode.InputBox; readonly cancel: () => void },
): void {
	const whileHidden = lifetime.child();
	const { promise: ended, resolve: end } = Promise.withResolvers<void>();
	const pending: PendingSignIn = {
		cancel,
		show: () => {
			whileHidden.dispose();
			input.show();
		},
	};
	pendingSignIns.add(pending);
	whileHidden.add({
		dispose: () => {
			pendingSignIns.remove(pending);
			end();
		},
	});
	const options = {
		location: vscode.ProgressLocation.Notification,
		title: `Sign in to ${name}`,
		cancellable: true,
	};
	showProgress(options, (progress, token) => {
		progress.report({
			message: 'Approve in your browser, or [enter the code](command:tildeforge.pasteCode).',
		});
		whileHidden.add(token.onCancellationRequested(cancel));
		return ended;
	});
}

/** Enables the buttons and the text field while the sign-in waits for the browser. */
function enableInput(input: vscode.InputBox, waiting: BrowserWait, lifetime: Lifetime) {
	const enabled = lifetime.child();
	input.buttons = [vscode.QuickInputButtons.Back, reopenButton, copyButton];
	enabled.add(
		input.onDidTriggerButton((button) => {
			if (button === reopenButton) background(openInBrowser(waiting.address));
			if (button === copyButton) background(vscode.env.clipboard.writeText(waiting.address));
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

/** Asks for the secret of an application. Returns undefined if the user enters none. */
export async function askSecret(instance: string, client: string, why: string): Promise<string | undefined> {
	const secret = await askText({
		title: `Sign in to ${instance}`,
		prompt: `${why} Paste the client secret of ${client}. It is stored in VS Code's secret storage.`,
		password: true,
		ignoreFocusOut: true,
	});
	return secret?.trim() || undefined;
}

export const saysClientIsWrong = (error: unknown): error is ForgeError =>
	error instanceof ForgeError && error.reasons.some(({ field }) => field === 'client');
