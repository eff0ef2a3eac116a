import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/errors.ts';
import { remark } from '../../platform/editor/escape.ts';
import { ask, during } from '../../platform/editor/messages.ts';
import { openPage } from '../../platform/editor/open-in-browser.ts';
import type { BrowserSignIn, Waiting } from '../../signin/browser.ts';
import type { Left } from './step.ts';

const again: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('link-external'),
	tooltip: 'Open Page Again',
};
const copy: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('copy'),
	tooltip: 'Copy Page Address',
};

/** A sign-in that waits for the browser. */
interface Pending {
	show(): void;
	leave(): void;
}

/** The sign-ins that wait for the browser while their boxes are not on the screen. */
export class PendingSignIns {
	readonly #pending = new Set<Pending>();

	/** Shows the box of the latest sign-in again. */
	show(): void {
		[...this.#pending].at(-1)?.show();
	}

	/** Cancels all pending sign-ins. A user who starts a new one has given up the others. */
	leaveAll(): void {
		for (const one of this.#pending) one.leave();
	}

	put(one: Pending): void {
		this.#pending.add(one);
		this.#tell();
	}

	take(one: Pending): void {
		this.#pending.delete(one);
		this.#tell();
	}

	#tell(): void {
		background(
			vscode.commands.executeCommand('setContext', 'tildeforge.awaitsBrowser', this.#pending.size > 0),
		);
	}
}

type Ways = Pick<BrowserSignIn, 'open' | 'wait' | 'refused'>;

/**
 * Runs a sign-in on the forge's pages and shows a box while it waits, where the user can paste the code. VS Code hides the box when another
 * one opens, without giving a reason. The sign-in then goes on as a progress notification that the user can cancel.
 */
export async function awaitBrowser<T>(
	name: string,
	aside: PendingSignIns,
	run: (ways: Ways, signal: AbortSignal) => Promise<T>,
): Promise<{ readonly came: T } | { readonly failed: unknown } | Left> {
	aside.leaveAll();
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
	const refused = ({ message }: Error) => {
		input.validationMessage = remark(message);
	};
	lifetime.add(
		input.onDidTriggerButton((button) => {
			if (button === vscode.QuickInputButtons.Back) resolve('back');
		}),
	);
	lifetime.add(
		input.onDidHide(() => {
			if (!lifetime.ended) waitAside(name, aside, lifetime, { input, leave: () => resolve('left') });
		}),
	);
	run({ open: openPage, wait: (waiting) => offer(input, waiting, lifetime), refused }, lifetime.signal).then(
		(came) => resolve({ came }),
		(failed: unknown) => resolve({ failed }),
	);
	input.show();
	try {
		return await promise;
	} finally {
		lifetime.dispose();
	}
}

/** Shows a progress notification until the box is shown again or the sign-in ends. */
function waitAside(
	name: string,
	aside: PendingSignIns,
	lifetime: Lifetime,
	{ input, leave }: { readonly input: vscode.InputBox; readonly leave: () => void },
): void {
	const unseen = lifetime.child();
	const { promise: over, resolve: end } = Promise.withResolvers<void>();
	const pending: Pending = {
		leave,
		show: () => {
			unseen.dispose();
			input.show();
		},
	};
	aside.put(pending);
	unseen.add({
		dispose: () => {
			aside.take(pending);
			end();
		},
	});
	const options = {
		location: vscode.ProgressLocation.Notification,
		title: `Sign in to ${name}`,
		cancellable: true,
	};
	during(options, (progress, token) => {
		progress.report({
			message: 'Approve in your browser, or [enter the code](command:tildeforge.pasteCode).',
		});
		unseen.add(token.onCancellationRequested(leave));
		return over;
	});
}

/** Enables the buttons and the text field while the sign-in waits for the browser. */
function offer(input: vscode.InputBox, waiting: Waiting, lifetime: Lifetime) {
	const offered = lifetime.child();
	input.buttons = [vscode.QuickInputButtons.Back, again, copy];
	offered.add(
		input.onDidTriggerButton((button) => {
			if (button === again) background(openPage(waiting.address));
			if (button === copy) background(vscode.env.clipboard.writeText(waiting.address));
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
				'This address or code is not for this sign-in. Paste the whole address that the browser shows after you approve.';
		}),
	);
	return offered;
}

/** Asks for the secret of an application. Returns undefined if the user enters none. */
export async function askSecret(instance: string, client: string, why: string): Promise<string | undefined> {
	const given = await ask({
		title: `Sign in to ${instance}`,
		prompt: `${why} Paste the client secret of ${client}. It is stored in VS Code's secret storage.`,
		password: true,
		ignoreFocusOut: true,
	});
	return given?.trim() || undefined;
}

export const saysClientIsWrong = (error: unknown): error is ForgeError =>
	error instanceof ForgeError && error.reasons.some(({ field }) => field === 'client');
