import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Disposable, ExtensionContext, Uri, WebviewPanelSerializer, WindowState } from 'vscode';
import { Emitter } from '../../src/base/emitter.ts';
import { spellKey, type TicketKey } from '../../src/platform/model/keys.ts';
import { until } from '../tools/until.ts';
import { standInForVscode, withAnything } from '../tools/vscode-stub.ts';

const nothing = { dispose: () => {} };

/** Activates the extension in this process, without an editor, and with these commands. */
export async function openExtension(storage: string, commands: readonly string[] = []) {
	const windowListeners: ((state: WindowState) => void)[] = [];
	const handlers = new Map<string, (...args: unknown[]) => Promise<unknown>>();
	let serializer: WebviewPanelSerializer | undefined;
	standInForVscode({
		CancellationError: class extends Error {},
		EventEmitter: Emitter,
		Uri: withAnything({
			joinPath: ({ fsPath }: Uri, ...names: readonly string[]) => ({ fsPath: join(fsPath, ...names) }),
		}),
		commands: withAnything({
			executeCommand: async () => {},
			registerCommand: (id: string, handler: (...args: unknown[]) => Promise<unknown>) => {
				handlers.set(id, handler);
				return nothing;
			},
		}),
		window: withAnything({
			onDidChangeWindowState: (listener: (state: WindowState) => void) => {
				windowListeners.push(listener);
				return nothing;
			},
			registerWebviewPanelSerializer: (type: string, given: WebviewPanelSerializer) => {
				if (type === 'tildeforge-ticket') serializer = given;
				return nothing;
			},
		}),
		workspace: withAnything({
			getConfiguration: () => ({ get: () => undefined, inspect: () => undefined }),
		}),
	});
	const memory = { get: () => undefined, update: async () => {}, keys: () => [] };
	const subscriptions: Disposable[] = [];
	const { activate, deactivate } = await import('../../src/extension.ts');
	await activate({
		subscriptions,
		globalStorageUri: { fsPath: storage },
		globalState: memory,
		workspaceState: memory,
		secrets: { get: async () => undefined, onDidChange: () => nothing },
		extension: {
			packageJSON: {
				version: '0.0.0',
				contributes: { commands: commands.map((command) => ({ command })) },
			},
		},
		extensionUri: { fsPath: '/extension' },
	} satisfies { [Name in keyof ExtensionContext]?: unknown } as never);

	/** VS Code restores the page of a ticket. Resolves when the page is ready. */
	async function openPage(key: TicketKey) {
		const spelled = spellKey(key);
		const posted: object[] = [];
		let hear = (_message: object): void => {};
		await serializer?.deserializeWebviewPanel(
			withAnything({
				visible: true,
				active: true,
				webview: withAnything({
					asWebviewUri: () => 'https://page.test',
					cspSource: 'https://page.test',
					onDidReceiveMessage: (listener: typeof hear) => {
						hear = listener;
						return nothing;
					},
					postMessage: async (message: object) => posted.push(message),
				}),
			}) as never,
			{ key: spelled },
		);
		const ask = (name: string, body: object) => {
			const id = randomUUID();
			hear({ name, id, key: spelled, body });
			return { answered: () => posted.some((message) => JSON.stringify(message).includes(id)) };
		};
		await until(ask('ready', {}).answered, { what: 'the page is ready' });
		return { spelled, posted, ask };
	}

	return {
		openPage,
		run: async (command: string) => handlers.get(command)?.(),
		changeFocus: (focused: boolean) => {
			for (const listener of windowListeners) listener({ focused, active: true });
		},
		/** VS Code disposes the subscriptions as soon as `deactivate` has begun. */
		close: async () => {
			const deactivated = deactivate();
			for (const one of subscriptions) one.dispose();
			await deactivated;
		},
	};
}
