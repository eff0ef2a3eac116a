import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type {
	Disposable,
	ExtensionContext,
	FileSystemProvider,
	TreeViewOptions,
	Uri,
	WebviewPanelSerializer,
	WindowState,
} from 'vscode';
import { Emitter } from '../../../src/base/emitter.ts';
import { idOfTicket, type TicketKey } from '../../../src/platform/model/keys.ts';
import { reportFunctions } from '../../tools/executed-functions.ts';
import { until } from '../../tools/until.ts';
import { standInForVscode, withAnything } from '../../tools/vscode-stub.ts';
import type { FakeBox } from './fake-box.ts';
import type { MemorySecretStore } from './sign-in-window.ts';

reportFunctions();

const nothing = { dispose: () => {} };
const expanded = 2;
/** How long VS Code collects the changes of a view before it draws them. */
const redrawMs = 200;

class TreeItem {
	readonly collapsibleState: number;

	constructor(_label: string, collapsibleState: number) {
		this.collapsibleState = collapsibleState;
	}
}

/** Shows a view, whose rows are expanded as the extension says. */
function createTreeView(_id: string, { treeDataProvider }: TreeViewOptions<unknown>): object {
	const draw = async (row?: unknown): Promise<void> => {
		const { collapsibleState } = row
			? await treeDataProvider.getTreeItem(row)
			: { collapsibleState: expanded };
		if (collapsibleState !== expanded) return;
		for (const child of (await treeDataProvider.getChildren(row)) ?? []) await draw(child);
	};
	const changed = new Set<unknown>();
	const redraw = (row: unknown) => {
		if (changed.size === 0)
			setTimeout(() => {
				const rows = changed.has(undefined) ? [undefined] : [...changed];
				changed.clear();
				for (const one of rows) void draw(one);
			}, redrawMs);
		changed.add(row);
	};
	treeDataProvider.onDidChangeTreeData?.((rows) => {
		for (const row of Array.isArray(rows) ? rows : [rows]) redraw(row ?? undefined);
	});
	redraw(undefined);
	return withAnything({ visible: true, selection: [] });
}

interface ExtensionOptions {
	/** The user's settings. */
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly secrets?: MemorySecretStore;
	/** Whether all views are shown. */
	readonly showsViews?: boolean;
	/** What VS Code has stored for the extension and its workspace. */
	readonly memory?: Readonly<Record<string, unknown>>;
	/** Creates an input box or a quick pick. */
	readonly createBox?: () => FakeBox;
}

/** Activates the extension in this process, without an editor, and with these commands. */
export async function openExtension(
	storage: string,
	commands: readonly string[] = [],
	{ settings = {}, secrets, memory: initial = {}, showsViews = false, createBox }: ExtensionOptions = {},
) {
	const windowListeners: ((state: WindowState) => void)[] = [];
	const handlers = new Map<string, (...args: unknown[]) => Promise<unknown>>();
	let serializer: WebviewPanelSerializer | undefined;
	const fileSystems = new Map<string, FileSystemProvider>();
	standInForVscode({
		TreeItem,
		TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: expanded },
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
		env: withAnything({ clipboard: { readText: async () => '' } }),
		window: withAnything({
			...(showsViews && { createTreeView }),
			...(createBox && { createInputBox: createBox, createQuickPick: createBox }),
			state: { focused: true },
			onDidChangeWindowState: (listener: (state: WindowState) => void) => {
				windowListeners.push(listener);
				return nothing;
			},
			registerWebviewPanelSerializer: (type: string, registered: WebviewPanelSerializer) => {
				if (type === 'tildeforge-ticket') serializer = registered;
				return nothing;
			},
		}),
		workspace: withAnything({
			registerFileSystemProvider: (scheme: string, provider: FileSystemProvider) => {
				fileSystems.set(scheme, provider);
				return nothing;
			},
			textDocuments: [],
			getConfiguration: () => ({ get: (name: string) => settings[name], inspect: () => undefined }),
		}),
	});
	const stored = new Map<string, unknown>(Object.entries(initial));
	const memory = {
		get: (name: string, byDefault?: unknown) => stored.get(name) ?? byDefault,
		update: async (name: string, value: unknown) => void stored.set(name, value),
		keys: () => [...stored.keys()],
	};
	const subscriptions: Disposable[] = [];
	const { activate, deactivate } = await import('../../../src/extension.ts');
	await activate({
		subscriptions,
		globalStorageUri: { fsPath: storage },
		globalState: memory,
		workspaceState: memory,
		secrets: {
			get: async (name: string) => secrets?.get(name),
			store: async (name: string, value: string) => secrets?.store(name, value),
			onDidChange: () => nothing,
		},
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
		const id = idOfTicket(key);
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
			{ key: id },
		);
		const ask = (name: string, body: object) => {
			const request = randomUUID();
			hear({ name, id: request, key: id, body });
			return { answered: () => posted.some((message) => JSON.stringify(message).includes(request)) };
		};
		await until(ask('ready', {}).answered, { what: 'the page is ready' });
		return { id, posted, ask };
	}

	return {
		openPage,
		run: async (command: string) => {
			const handler = handlers.get(command) ?? assert.fail(`${command} is not registered`);
			return handler();
		},
		/** The file systems that VS Code reads files from, by their schemes. */
		fileSystems: fileSystems as ReadonlyMap<string, FileSystemProvider>,
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
