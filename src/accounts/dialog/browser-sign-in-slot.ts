import * as vscode from 'vscode';
import { background } from '../../base/background.ts';

/** A sign-in that waits for the browser. */
export interface PendingSignIn {
	/** Whether its input box is shown. Otherwise it waits in the background. */
	readonly isShown: boolean;
	show(): void;
	cancel(): void;
}

/** The sign-in that waits for the browser, if there is one. */
export class BrowserSignInSlot {
	#current: PendingSignIn | undefined;

	/** Shows the input box of the sign-in again. */
	show(): void {
		this.#current?.show();
	}

	cancel(): void {
		this.#current?.cancel();
	}

	/** Handles Escape in the input box. VS Code says only that the box was hidden, which another box also does. */
	async escape(): Promise<void> {
		if (this.#current?.isShown) this.cancel();
		// Another box has just opened in its place, and this Escape is for that one.
		else await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
	}

	/** Called when a sign-in begins to wait, and when its box is shown or hidden. Cancels the one before, which the user has abandoned. */
	update(pending: PendingSignIn): void {
		if (this.#current !== pending) this.cancel();
		this.#current = pending;
		this.#updateContext();
	}

	remove(pending: PendingSignIn): void {
		if (this.#current !== pending) return;
		this.#current = undefined;
		this.#updateContext();
	}

	#updateContext(): void {
		const isShown = this.#current?.isShown === true;
		for (const [key, value] of [
			['tildeforge.awaitsBrowser', this.#current !== undefined],
			['tildeforge.showsBrowserSignIn', isShown],
		] as const)
			background(vscode.commands.executeCommand('setContext', key, value));
	}
}
