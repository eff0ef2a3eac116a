import assert from 'node:assert/strict';
import * as vscode from 'vscode';

function extension() {
	const found = vscode.extensions.getExtension('tildeforge.tildeforge');
	assert.ok(found, 'the extension is not there');
	return found;
}

describe('activation', () => {
	it('does not happen before something of Tildeforge is used', () => {
		assert.equal(extension().isActive, false);
	});

	it('registers every command of the manifest', async () => {
		await extension().activate();
		const known = new Set(await vscode.commands.getCommands(true));
		const contributed: { command: string }[] = extension().packageJSON.contributes.commands;
		assert.deepEqual(
			contributed.filter(({ command }) => !known.has(command)),
			[],
		);
	});
});
