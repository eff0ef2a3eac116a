const { commands, Uri, ViewColumn, window, workspace } = require('vscode');

/** @param {import('vscode').ExtensionContext} context */
exports.activate = ({ subscriptions }) => {
	/** @param {string} body */
	const openPage = (body) => {
		const panel = window.createWebviewPanel('bench-blank', 'Blank', ViewColumn.Active, {
			enableScripts: true,
		});
		panel.webview.html = `<!doctype html><h1>Blank</h1>${body}`;
		return panel.webview;
	};
	subscriptions.push(
		commands.registerCommand('bench.blank', () => {
			openPage('');
		}),
		commands.registerCommand('bench.diff', () => {
			const webview = openPage('<button onclick="acquireVsCodeApi().postMessage({})">Open</button>');
			webview.onDidReceiveMessage(() => commands.executeCommand('vscode.changes', 'Files', rows));
		}),
		workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent: textOf }),
	);
};

const scheme = 'bench-diff';
const message = Uri.from({ scheme, path: '/Commit Message' });

/** A message and 20 files, as a patch has them. */
const rows = [
	[message, undefined, message],
	...Array.from({ length: 20 }, (_, nth) => {
		const [old, changed] = ['b', 'c'].map((query) => Uri.from({ scheme, path: `/src/file${nth}.c`, query }));
		return [changed, old, changed];
	}),
];

/** @param {import('vscode').Uri} uri */
const textOf = ({ query }) =>
	query === '' ? 'Why.\n' : `Above\n${'\n'.repeat(7)}Above\nint a;\nint ${query};\nint d;\nBelow`;
