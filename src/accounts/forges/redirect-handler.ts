import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import type { RedirectListener } from '../../signin/methods/browser.ts';
import type { CallbackReply } from '../../signin/methods/loopback.ts';
import type { Callback } from '../../signin/methods/sign-in-methods.ts';

type Receive = (query: URLSearchParams) => CallbackReply;

/** Handles URIs that the browser opens in the editor. Offers each to the waiting sign-ins, latest first. */
export class RedirectHandler implements vscode.UriHandler {
	readonly #waiting = new Set<Receive>();

	handleUri(uri: vscode.Uri): void {
		if (uri.path !== '/signed-in') return;
		const query = new URLSearchParams(uri.query);
		for (const receive of [...this.#waiting].reverse()) {
			const reply = receive(query);
			if (reply.kind === 'onward') background(openInBrowser(reply.address));
			if (reply.kind !== 'wrong') return;
		}
	}

	/** Opens a redirect address for one sign-in. */
	async open(callback: Callback, receive: Receive): Promise<RedirectListener> {
		if (callback.kind === 'loopback') {
			const { checkForwarded, listenOnLoopback } = await import('../../signin/methods/loopback.ts');
			const listener = await listenOnLoopback(callback.port, receive);
			if (!callback.isForwarded) return listener;
			try {
				const external = await vscode.env.asExternalUri(vscode.Uri.parse(listener.redirect, true));
				const redirect = external.toString(true);
				checkForwarded(callback.port, redirect);
				return { redirect, dispose: () => listener.dispose() };
			} catch (error) {
				listener.dispose();
				throw error;
			}
		}
		const editorUri = vscode.Uri.from({
			scheme: vscode.env.uriScheme,
			authority: 'tildeforge.tildeforge',
			path: '/signed-in',
		});
		const external = await vscode.env.asExternalUri(editorUri);
		this.#waiting.add(receive);
		return { redirect: external.toString(true), dispose: () => this.#waiting.delete(receive) };
	}
}
