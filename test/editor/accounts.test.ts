import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('The accounts of Tildeforge', () => {
	it('have no session while the user is signed out, and VS Code asks nothing', async () => {
		const session = await vscode.authentication.getSession('tildeforge', [], { silent: true });
		assert.equal(session, undefined);
	});

	it('are an empty list while the user is signed out', async () => {
		assert.deepEqual(await vscode.authentication.getAccounts('tildeforge'), []);
	});

	it('appear with an event when the user signs in', async () => {
		const changed = new Promise<string>((resolve) => {
			const listening = vscode.authentication.onDidChangeSessions(({ provider }) => {
				listening.dispose();
				resolve(provider.id);
			});
		});
		await vscode.commands.executeCommand('tildeforge.trySample');
		assert.equal(await changed, 'tildeforge');
		const accounts = await vscode.authentication.getAccounts('tildeforge');
		assert.deepEqual(
			accounts.map(({ label }) => label),
			['~ana (Sample forge)'],
		);
	});
});
