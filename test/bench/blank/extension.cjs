const { commands, window, ViewColumn } = require('vscode');

/** @param {import('vscode').ExtensionContext} context */
exports.activate = ({ subscriptions }) => {
	const open = () => {
		const panel = window.createWebviewPanel('bench-blank', 'Blank', ViewColumn.Active, {
			enableScripts: true,
		});
		panel.webview.html = '<!doctype html><h1>Blank</h1>';
	};
	subscriptions.push(commands.registerCommand('bench.blank', open));
};
