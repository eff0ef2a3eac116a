import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, posix } from 'node:path';
import type { FileSystemProvider, Uri as RealUri } from 'vscode';
import { Emitter } from '../../../src/base/emitter.ts';
import { beforeEachTest } from '../../tools/before-each-test.ts';
import { standInForVscode, withAnything } from '../../tools/vscode-stub.ts';
import { FakeBox, type Offered } from './fake-box.ts';
import { comments } from './fake-comments.ts';

export { FakeBox };

/**
 * A small stand-in for the editor, for files that import `vscode`. It records what they call, and answers their dialogs as the test says.
 * Import those files with `await import(…)` after this one.
 */

type Answer = (subject: unknown, options: unknown) => unknown;

let answers: Answer[] = [];
let calls: string[] = [];
const settings = new Map<string, unknown>();
/** What happens to the workspace. */
export const workspaceEvents = { folders: new Emitter<void>(), trusted: new Emitter<void>() };
export const tabChanges = new Emitter<{
	readonly opened: readonly { readonly input: unknown }[];
	readonly closed?: readonly { readonly input: unknown }[];
}>();
/** The user moves to another group of editors. */
export const groupChanges = new Emitter<void>();
export const windowStates = new Emitter<{ readonly focused: boolean }>();
const windowState = { focused: true };
/** The user moves the focus to the window or away from it. */
export function setWindowFocus(focused: boolean): void {
	windowState.focused = focused;
	windowStates.fire(windowState);
}
/** The user moves to another text editor, or away from all. */
const editorChanges = new Emitter<unknown>();
const cursorMoves = new Emitter<unknown>();
const configured = new Emitter<{ affectsConfiguration(name: string): boolean }>();
/** Objects that the extension has created, the latest last. */
export const made: {
	readonly trees: FakeTree[];
	readonly boxes: FakeBox[];
	readonly panels: FakePanel[];
	readonly statusItems: FakeStatusItem[];
	readonly progress: FakeProgress[];
	readonly watchers: FakeWatcher[];
} = {
	trees: [],
	boxes: [],
	panels: [],
	statusItems: [],
	progress: [],
	watchers: [],
};

/** The dialogs that follow get these answers, one each. Further ones are cancelled. */
export function answerWith(...next: readonly Answer[]): void {
	answers = [...next];
}

/** How a command asks for an account if there is none. */
export const signInOffer =
	'pick: Sign in to continue: How do you want to get started?: $(beaker) Try a Sample Forge | $(account) Sign In…';

/** Chooses the items whose labels contain one of the words: the first, or all of them if several can be chosen. */
export const choose =
	(...words: readonly string[]): Answer =>
	(items, options) => {
		const found = (Array.isArray(items) ? items : []).filter(({ label }: Offered) =>
			words.some((word) => label.includes(word)),
		);
		return given(options, 'canPickMany') ? found : found[0];
	};

/** Chooses the items that are ticked at first. */
export const acceptTicked: Answer = (items) =>
	(Array.isArray(items) ? items : []).filter((item) => given(item, 'picked') === true);

/** Types a text, or presses a button with this name. */
export const enter =
	(text: string): Answer =>
	() =>
		text;

/** The problem that the next input box shows for each text. The user then cancels it. */
export function problemsOf(texts: readonly string[], found: unknown[]): Answer {
	return async (options) => {
		const validate = given(options, 'validateInput');
		if (typeof validate !== 'function') assert.fail();
		for (const text of texts) found.push(await validate(text));
	};
}

/** Lets everything happen that waits for nothing outside of this process. */
export async function passTurns(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** What the extension has called since this was last called, one line each. */
export function takeCalls(): readonly string[] {
	const taken = calls;
	calls = [];
	return taken;
}

/**
 * A setting that the user has written. With `workspace` before its name, only the workspace has it; with `command`, it is what a
 * command of VS Code does.
 */
export function setSetting(name: string, value: unknown): void {
	settings.set(name, value);
	configured.fire({ affectsConfiguration: (one: string) => one === name.replace(/^workspace /, '') });
}

/** Moves to another text editor. Undefined: away from all. */
export function changeEditor(editor: unknown): void {
	settings.set('editor', editor);
	editorChanges.fire(editor);
}

/** Moves the cursor of a text editor. `kind` says how; undefined if the editor did it by itself. */
export function moveCursor(textEditor: unknown, kind: number | undefined): void {
	cursorMoves.fire({ textEditor, kind });
}

const given = (options: unknown, name: string): unknown =>
	typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;

/** A line of text that says what a dialog offers. */
function described(subject: unknown): string {
	if (!Array.isArray(subject)) return String(subject);
	return subject
		.map(({ label, description }: Offered) => (description ? `${label} (${description})` : label))
		.join(' | ');
}

const parts = (words: readonly unknown[]): string =>
	words.filter((word) => word !== undefined && word !== '').join(': ');

function ask(name: string, subject: unknown, options: unknown): unknown {
	// VS Code shows the box meanwhile.
	if (subject instanceof Promise) {
		calls.push(parts(['loading', given(options, 'title')]));
		return subject.then((items) => ask(name, items, options));
	}
	const isInput = name === 'input';
	const words = isInput
		? [given(subject, 'title'), given(subject, 'prompt'), given(subject, 'value')]
		: [given(options, 'title'), given(options, 'placeHolder'), described(subject)];
	calls.push(parts([name, ...words]));
	return Promise.resolve(answers.shift()?.(subject, options));
}

const message =
	(name: string) =>
	(text: string, ...rest: readonly unknown[]): unknown => {
		const buttons = rest.filter((one) => typeof one === 'string');
		const detail = rest.map((one) => given(one, 'detail')).find((one) => one !== undefined);
		calls.push(parts([name, text, detail, buttons.join(' | ')]));
		return Promise.resolve(answers.shift()?.(text, buttons));
	};

/** A tree view. */
export class FakeTree {
	visible = true;
	selection: readonly unknown[] = [];
	message: string | undefined;
	description: string | undefined;
	readonly expanded = new Emitter<{ readonly element: unknown }>();
	readonly collapsed = new Emitter<{ readonly element: unknown }>();
	readonly visibility = new Emitter<{ readonly visible: boolean }>();
	readonly selections = new Emitter<{ readonly selection: readonly unknown[] }>();
	readonly onDidExpandElement = this.expanded.event;
	readonly onDidCollapseElement = this.collapsed.event;
	readonly onDidChangeVisibility = this.visibility.event;
	readonly onDidChangeSelection = this.selections.event;
	readonly options: unknown;

	constructor(options: unknown) {
		this.options = options;
	}

	/** The user selects these rows. */
	select(...rows: readonly unknown[]): void {
		this.selection = rows;
		this.selections.fire({ selection: rows });
	}

	async reveal(row: { readonly id: string }, options: unknown): Promise<void> {
		calls.push(parts(['reveal', row.id, JSON.stringify(options)]));
	}

	dispose(): void {}
}

/** The notification or the bar that shows that something is going on. */
class FakeProgress {
	message: unknown;
	isOver = false;
	readonly #cancelled = new Emitter<void>();

	run(work: (progress: unknown, token: unknown) => unknown): unknown {
		const result = work(
			{ report: (step: unknown) => (this.message = given(step, 'message')) },
			{ isCancellationRequested: false, onCancellationRequested: this.#cancelled.event },
		);
		const end = () => (this.isOver = true);
		Promise.resolve(result).then(end, end);
		return result;
	}

	cancel(): void {
		this.#cancelled.fire();
	}
}

/** The panel of a page. */
export class FakePanel {
	title = '';
	visible = true;
	active = true;
	iconPath: unknown;
	options: unknown;
	viewColumn = 1;
	readonly viewType: string;
	readonly stateChanged = new Emitter<void>();
	readonly disposed = new Emitter<void>();
	readonly received = new Emitter<unknown>();
	readonly onDidChangeViewState = this.stateChanged.event;
	readonly onDidDispose = this.disposed.event;
	/** What the extension has posted to the page. */
	readonly posted: unknown[] = [];
	readonly webview = {
		html: '',
		options: {},
		onDidReceiveMessage: this.received.event,
		postMessage: async (message: unknown) => this.posted.push(message) > 0,
	};

	constructor(viewType: string) {
		this.viewType = viewType;
	}

	/** The user moves to another tab, or to this one. */
	become(state: Partial<Pick<FakePanel, 'visible' | 'active'>>): void {
		Object.assign(this, state);
		this.stateChanged.fire();
	}

	reveal(_: unknown, preserveFocus: boolean): void {
		calls.push(parts(['reveal panel', this.title, preserveFocus ? 'without focus' : '']));
	}

	dispose(): void {
		this.disposed.fire();
	}
}

const madeBox = (): FakeBox => {
	const box = new FakeBox();
	made.boxes.push(box);
	return box;
};

/**
 * A quick pick. If the user can only choose in it, it takes the next answer, as that of `showQuickPick` does. One with checkboxes
 * waits for the test if no answer is left.
 */
const madeQuickPick = (): FakeBox => {
	const box = madeBox();
	const show = () => {
		FakeBox.prototype.show.call(box);
		const { changed, pressed, itemPressed, items, title, placeholder } = box;
		const doesMore = [changed, pressed, itemPressed].some(({ hasListeners }) => hasListeners);
		if (items.length === 0 || doesMore || 'keepScrollPosition' in box) return;
		if (box.canSelectMany && answers.length === 0) return;
		const answered = async () => {
			const options = { title, placeHolder: placeholder, canPickMany: box.canSelectMany };
			const chosen = (await ask('pick', items, options)) as Offered | readonly Offered[] | undefined;
			if (!chosen) return box.hide();
			box.selectedItems = [chosen].flat();
			box.accept();
		};
		void answered();
	};
	return Object.assign(box, { show });
};

/** An input box. If the user can only type into it, it takes the next answer, as that of `showInputBox` does. */
const madeInputBox = (): FakeBox => {
	const box = madeBox();
	const show = () => {
		FakeBox.prototype.show.call(box);
		const { pressed, title, prompt, placeholder } = box;
		if (pressed.hasListeners) return;
		const answered = async () => {
			const validateInput = (text: string) => {
				box.type(text);
				return box.validationMessage;
			};
			const text = await ask('input', { title, prompt, placeHolder: placeholder, validateInput }, undefined);
			if (typeof text !== 'string') return box.hide();
			box.type(text);
			box.accept();
		};
		void answered();
	};
	return Object.assign(box, { show });
};

interface UriParts {
	readonly scheme: string;
	readonly path: string;
	readonly query?: string;
	readonly authority?: string;
}

class Uri {
	readonly text: string;
	readonly scheme: string;
	readonly authority: string;
	readonly path: string;
	readonly query: string;

	constructor(scheme: string, path: string, query = '', authority = '') {
		[this.scheme, this.path, this.query, this.authority] = [scheme, path, query, authority];
		this.text = `${scheme}:${authority === '' ? '' : `//${authority}`}${path}${query === '' ? '' : `?${query}`}`;
	}

	static from = ({ scheme, path, query, authority }: UriParts) => new Uri(scheme, path, query, authority);
	static parse = (text: string) => new Uri(text.split(':')[0] ?? '', text.slice(text.indexOf(':') + 1));
	static file = (path: string) => new Uri('file', path);
	static joinPath = (base: Uri, ...words: readonly string[]) =>
		new Uri(base.scheme, posix.join(base.path, ...words), base.query, base.authority);

	get fsPath(): string {
		return this.path;
	}

	toString(): string {
		return this.text;
	}

	toJSON(): string {
		return this.text;
	}
}

/** A text document in an editor. */
export class FakeDocument {
	isDirty = false;
	isClosed = false;
	version = 1;
	readonly uri: RealUri;
	readonly #write: (text: string) => unknown;
	#text: string;

	constructor(uri: RealUri, text: string, write: (text: string) => unknown) {
		[this.uri, this.#text, this.#write] = [uri, text, write];
	}

	get lineCount(): number {
		return this.#text.split('\n').length;
	}

	lineAt(line: number): { readonly text: string } {
		return { text: this.#text.split('\n')[line] ?? '' };
	}

	getText(): string {
		return this.#text;
	}

	type(text: string): void {
		this.#text = text;
		this.version++;
		this.isDirty = true;
		documentEvents.changed.fire({ document: this });
	}

	async save(): Promise<boolean> {
		try {
			if (this.isDirty) await this.#write(this.#text);
			this.isDirty = false;
			return true;
		} catch {
			return false;
		}
	}
}

/** The edit of some lines of a document. */
class WorkspaceEdit {
	edit: { readonly uri: unknown; readonly range: Range; readonly text: string } | undefined;

	replace(uri: unknown, range: Range, text: string): void {
		this.edit = { uri, range, text };
	}
}

/** VS Code opens, changes and closes documents. */
export const documentEvents = {
	opened: new Emitter<unknown>(),
	changed: new Emitter<unknown>(),
	closed: new Emitter<unknown>(),
};
/** The file systems of the extension, by their schemes. */
const fileSystems = new Map<string, FileSystemProvider>();
/** The tabs of the files in them that are shown. */
const shownTabs: { readonly label: string; readonly input: TabInputText }[] = [];
/** The documents that are open in editors. */
export const documents: FakeDocument[] = [];

/** VS Code keeps the text of an unsaved document. */
function newDocument(text: string): FakeDocument {
	const uri = new Uri('untitled', `Untitled-${documents.length + 1}`) as unknown as RealUri;
	const document = new FakeDocument(uri, text, () => {});
	documents.push(document);
	return document;
}

/** Has what it was made of: two with the same are equal. */
class Plain {
	readonly values: readonly unknown[];

	constructor(...values: readonly unknown[]) {
		this.values = values;
	}
}

class Range {
	readonly start: { readonly line: number; readonly character: number };
	readonly end: { readonly line: number; readonly character: number };

	constructor(...ends: readonly (number | Range['start'])[]) {
		const [first = 0, second = 0, toLine = 0, toCharacter = 0] = ends;
		this.start = typeof first === 'number' ? { line: first, character: Number(second) } : first;
		this.end = typeof second === 'number' ? { line: Number(toLine), character: Number(toCharacter) } : second;
	}
}

class Position {
	readonly line: number;
	readonly character: number;

	constructor(line: number, character: number) {
		this.line = line;
		this.character = character;
	}
}

/** A text in which a range is replaced. */
function withEdit(text: string, { start, end }: Range, replacement: string): string {
	const lines = text.split('\n');
	const before = [...lines.slice(0, start.line), (lines[start.line] ?? '').slice(0, start.character)];
	const after = [(lines[end.line] ?? '').slice(end.character), ...lines.slice(end.line + 1)];
	return before.join('\n') + replacement + after.join('\n');
}

class DocumentLink {
	readonly range: unknown;
	readonly target: unknown;

	constructor(range: unknown, target: unknown) {
		[this.range, this.target] = [range, target];
	}
}

class CodeLens {
	readonly range: unknown;
	readonly command: unknown;

	constructor(range: unknown, command: unknown) {
		[this.range, this.command] = [range, command];
	}
}

class CodeAction {
	command: unknown;
	readonly title: string;
	readonly kind: unknown;

	constructor(title: string, kind: unknown) {
		[this.title, this.kind] = [title, kind];
	}
}

type FindActions = (document: unknown, range: unknown) => readonly unknown[];

/** What offers quick fixes in files. */
const actionFinders = new Set<FindActions>();

/** The quick fixes that the extension offers there. */
export const codeActions = (document: unknown, range: unknown): readonly unknown[] =>
	[...actionFinders].flatMap((find) => find(document, range));

/** A tab of a file closes, and with it the file. */
function closeTab(tab: (typeof shownTabs)[number]): void {
	shownTabs.splice(shownTabs.indexOf(tab), 1);
	const at = documents.findIndex(({ uri }) => `${uri}` === `${tab.input.uri}`);
	for (const document of documents.splice(at, at === -1 ? 0 : 1)) document.isClosed = true;
	tabChanges.fire({ opened: [], closed: [tab] });
}

/** The user closes the tab of a document. */
export function closeDocument(document: FakeDocument | undefined): void {
	const tab = shownTabs.find(({ input }) => `${input.uri}` === `${document?.uri}`);
	closeTab(tab ?? assert.fail('It is not open.'));
}

class FileSystemError extends Error {
	static FileNotFound = (uri: Uri) => new FileSystemError(`not found: ${uri}`);
	static NoPermissions = (uri: Uri) => new FileSystemError(`not permitted: ${uri}`);
}

class TreeItem {
	readonly label: string;
	readonly collapsibleState: number;

	constructor(label: string, collapsibleState: number) {
		[this.label, this.collapsibleState] = [label, collapsibleState];
	}
}

/** Watches a file. */
export class FakeWatcher {
	readonly file: string;
	isDisposed = false;
	readonly created = new Emitter<void>();
	readonly changed = new Emitter<void>();
	readonly deleted = new Emitter<void>();
	readonly onDidCreate = this.created.event;
	readonly onDidChange = this.changed.event;
	readonly onDidDelete = this.deleted.event;

	constructor(file: string) {
		this.file = file;
	}

	dispose(): void {
		this.isDisposed = true;
	}
}

/** An item of the status bar. */
export class FakeStatusItem {
	text = '';
	tooltip = '';
	command: unknown = '';
	isShown = false;

	show(): void {
		this.isShown = true;
	}

	hide(): void {
		this.isShown = false;
	}

	dispose(): void {
		this.isShown = false;
	}
}

/** What a tab shows. */
export class TabInputWebview {
	readonly viewType: string;

	constructor(viewType: string) {
		this.viewType = viewType;
	}
}

/** A tab that shows a file. */
export class TabInputText {
	readonly uri: unknown;

	constructor(uri: unknown) {
		this.uri = uri;
	}
}

/** A tab that compares two files. */
export class TabInputTextDiff {}

const nothing = { dispose: () => {} };

standInForVscode({
	...{
		Uri,
		...{ Position, Range, Selection: class Selection extends Range {} },
		TreeItem,
		FileSystemError,
		FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
		FilePermission: { Readonly: 1 },
		...{ DocumentLink, CodeAction, CodeLens },
		ThemeIcon: class ThemeIcon extends Plain {},
		ThemeColor: class ThemeColor extends Plain {},
	},
	...{
		...{
			TabInputText,
			TabInputTextDiff,
			TabInputWebview,
			TabInputCustom: class TabInputCustom extends Plain {},
		},
		CancellationError: class CancellationError extends Error {},
		EventEmitter: Emitter,
		MarkdownString: class MarkdownString extends Plain {},
		RelativePattern: class RelativePattern extends Plain {},
		WorkspaceEdit,
	},
	CodeActionKind: { QuickFix: 'quickfix' },
	languages: withAnything({
		registerCodeActionsProvider: (_: unknown, provider: { readonly provideCodeActions: FindActions }) => {
			const find: FindActions = (...place) => provider.provideCodeActions(...place);
			actionFinders.add(find);
			return { dispose: () => actionFinders.delete(find) };
		},
	}),
	comments,
	CommentMode: { Editing: 0, Preview: 1 },
	CommentThreadCollapsibleState: { Collapsed: 0, Expanded: 1 },
	TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
	QuickPickItemKind: { Separator: -1, Default: 0 },
	ProgressLocation: { Window: 10, Notification: 15 },
	InputBoxValidationSeverity: { Info: 1, Warning: 2, Error: 3 },
	QuickInputButtons: { Back: { name: 'back' } },
	UIKind: { Desktop: 1, Web: 2 },
	ViewColumn: { Active: -1, Beside: -2 },
	ConfigurationTarget: { Global: 'user', Workspace: 'workspace' },
	commands: withAnything({
		executeCommand: async (name: string, ...args: readonly unknown[]) => {
			const words = args.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
			calls.push(parts(['command', name, ...words]));
			const run = settings.get(`command ${name}`);
			if (typeof run === 'function') return await run();
			return undefined;
		},
	}),
	window: withAnything({
		createTreeView: (_: string, options: unknown) => {
			const tree = new FakeTree(options);
			made.trees.push(tree);
			return tree;
		},
		...{ createInputBox: madeInputBox, createQuickPick: madeQuickPick },
		state: windowState,
		onDidChangeWindowState: windowStates.event,
		onDidChangeActiveTextEditor: editorChanges.event,
		onDidChangeTextEditorSelection: cursorMoves.event,
		createWebviewPanel: (
			viewType: string,
			title: string,
			{ preserveFocus, viewColumn }: { readonly preserveFocus: boolean; readonly viewColumn: number },
			options: unknown,
		) => {
			const panel = Object.assign(new FakePanel(viewType), { options, viewColumn });
			panel.title = title;
			made.panels.push(panel);
			calls.push(parts(['new panel', title, preserveFocus ? 'without focus' : '']));
			return panel;
		},
		get activeTextEditor() {
			return settings.get('editor');
		},
		get tabGroups() {
			return {
				onDidChangeTabs: tabChanges.event,
				onDidChangeTabGroups: groupChanges.event,
				activeTabGroup: { activeTab: settings.get('active tab') },
				all: settings.get('groups') ?? [{ tabs: settings.get('tabs') ?? [...shownTabs] }],
				close: async (tabs: readonly Offered[], preserveFocus: boolean) => {
					const focus = preserveFocus ? ['the focus stays'] : [];
					calls.push(parts(['close', tabs.map(({ label }) => label).join(), ...focus]));
					const closed = shownTabs.filter((one) => tabs.includes(one));
					for (const tab of closed) closeTab(tab);
				},
			};
		},
		showQuickPick: (items: unknown, options: unknown) => ask('pick', items, options),
		showInputBox: (options: unknown) => ask('input', options, undefined),
		showSaveDialog: (options: unknown) => ask('save', given(options, 'defaultUri'), options),
		showOpenDialog: (options: unknown) => ask('open', given(options, 'defaultUri'), options),
		showInformationMessage: message('information'),
		showWarningMessage: message('warning'),
		showErrorMessage: message('error'),
		createStatusBarItem: () => {
			const item = new FakeStatusItem();
			made.statusItems.push(item);
			return item;
		},
		showTextDocument: async ({ uri }: FakeDocument, options: object) => {
			calls.push(parts(['show', uri.path, JSON.stringify(options)]));
			if (fileSystems.has(uri.scheme) && !shownTabs.some(({ input }) => `${input.uri}` === `${uri}`))
				shownTabs.push({ label: posix.basename(uri.path), input: new TabInputText(uri) });
		},
		setStatusBarMessage: (text: string) => {
			calls.push(parts(['status bar', text]));
			return nothing;
		},
		withProgress: (options: unknown, work: (progress: unknown, token: unknown) => unknown) => {
			calls.push(parts(['progress', given(options, 'title')]));
			const progress = new FakeProgress();
			made.progress.push(progress);
			return progress.run(work);
		},
	}),
	workspace: withAnything({
		fs: withAnything({
			stat: async ({ path }: Uri) => ({ type: (await stat(path)).isDirectory() ? 2 : 1 }),
			writeFile: async ({ path }: Uri, bytes: Uint8Array) => {
				await mkdir(dirname(path), { recursive: true });
				await writeFile(path, bytes);
			},
			// As VS Code does, which removes what is replaced, also a folder.
			rename: async ({ path }: Uri, target: Uri, { overwrite = false } = {}) => {
				if (existsSync(target.path) && !overwrite) throw new Error(`${target.path} exists`);
				await rm(target.path, { recursive: true, force: true });
				await mkdir(dirname(target.path), { recursive: true });
				await rename(path, target.path);
			},
			delete: async ({ path }: Uri) => rm(path, { recursive: true }),
		}),
		getConfiguration: (section?: string) => {
			const full = (name: string) => (section === undefined ? name : `${section}.${name}`);
			const inWorkspace = (name: string) => settings.get(`workspace ${full(name)}`);
			return {
				get: (name: string) => inWorkspace(name) ?? settings.get(full(name)),
				inspect: (name: string) => ({
					globalValue: settings.get(full(name)),
					workspaceValue: inWorkspace(name),
				}),
				update: async (name: string, value: unknown, target: unknown) => {
					calls.push(parts(['setting', target, name, JSON.stringify(value) ?? 'removed']));
					const refusal = settings.get('refused settings');
					if (refusal !== undefined) throw new Error(String(refusal));
					setSetting(target === 'workspace' ? `workspace ${full(name)}` : full(name), value);
				},
			};
		},
		onDidChangeConfiguration: configured.event,
		onDidChangeWorkspaceFolders: workspaceEvents.folders.event,
		onDidGrantWorkspaceTrust: workspaceEvents.trusted.event,
		get isTrusted() {
			return settings.get('trusted') === true;
		},
		createFileSystemWatcher: ({ values: [base, pattern] }: Plain) => {
			const watcher = new FakeWatcher(`${base}/${pattern}`);
			made.watchers.push(watcher);
			return watcher;
		},
		get workspaceFile() {
			return settings.get('workspace file');
		},
		get workspaceFolders() {
			return settings.get('folders');
		},
		getWorkspaceFolder: (uri: Uri) => {
			const folders = (settings.get('folders') ?? []) as readonly { readonly uri: Uri }[];
			return folders.find((folder) => `${uri}/`.startsWith(`${folder.uri}/`));
		},
		updateWorkspaceFolders: (
			start: number,
			removed: number,
			...added: readonly { readonly uri: Uri; readonly name: string }[]
		) => {
			calls.push(parts(['folders', start, removed, ...added.map(({ uri, name }) => `${name} ${uri}`)]));
			return true;
		},
		textDocuments: documents,
		registerFileSystemProvider: (scheme: string, provider: FileSystemProvider) => {
			fileSystems.set(scheme, provider);
			return { dispose: () => fileSystems.delete(scheme) };
		},
		onDidOpenTextDocument: documentEvents.opened.event,
		onDidChangeTextDocument: documentEvents.changed.event,
		onDidCloseTextDocument: documentEvents.closed.event,
		openTextDocument: async (asked: Uri | { readonly content: string }) => {
			// VS Code gives all lines of a document the same line breaks.
			if ('content' in asked) return newDocument(asked.content.replace(/\r\n?/g, '\n'));
			const open = documents.find((one) => `${one.uri}` === `${asked}`);
			if (open) return open;
			const files = fileSystems.get(asked.scheme) ?? assert.fail(`${asked} is not open`);
			const uri = asked as unknown as RealUri;
			const text = new TextDecoder().decode(await files.readFile(uri));
			const document = new FakeDocument(uri, text, (written) =>
				files.writeFile(uri, new TextEncoder().encode(written), { create: false, overwrite: true }),
			);
			documents.push(document);
			documentEvents.opened.fire(document);
			return document;
		},
		applyEdit: async ({ edit }: WorkspaceEdit) => {
			if (!edit) return true;
			const document = documents.find(({ uri }) => `${uri}` === `${edit.uri}`);
			if (!document || settings.get('typing') === true) return false;
			document.type(withEdit(document.getText(), edit.range, edit.text));
			return true;
		},
		asRelativePath: ({ path }: Uri) => path.replace('/project/', ''),
	}),
	extensions: {
		// Git is disabled unless the test has set up a repository.
		getExtension: () => {
			if (settings.has('git extension')) return { activate: async () => settings.get('git extension') };
			if (!settings.has('git')) return undefined;
			return { activate: async () => ({ getAPI: () => ({ getRepository: () => settings.get('git') }) }) };
		},
	},
	version: '1.139.0',
	env: withAnything({
		...{ appName: 'Code', appHost: 'desktop' },
		clipboard: {
			readText: async () => {
				const copied = settings.get('clipboard');
				return String((typeof copied === 'function' ? copied() : await copied) ?? '');
			},
			writeText: async (text: string) => void calls.push(parts(['clipboard', text])),
		},
		uriScheme: 'vscode',
		get uiKind() {
			return settings.get('in browser') === true ? 2 : 1;
		},
		get remoteName() {
			return settings.get('remote');
		},
		asExternalUri: async (uri: Uri) => uri,
		openExternal: async (uri: Uri) => calls.push(parts(['browser', uri])) > 0,
	}),
});

beforeEachTest(() => {
	answers = [];
	calls = [];
	settings.clear();
	made.trees.length = 0;
	made.boxes.length = 0;
	made.panels.length = 0;
	made.statusItems.length = 0;
	made.watchers.length = 0;
	documents.length = 0;
	shownTabs.length = 0;
	fileSystems.clear();
	actionFinders.clear();
});
