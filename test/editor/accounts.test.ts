import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('accounts', () => {
	it('of nobody are no session, silently', async () => {
		const session = await vscode.authentication.getSession('tildeforge', [], { silent: true });
		assert.equal(session, undefined);
	});

	it('of nobody are no accounts', async () => {
		assert.deepEqual(await vscode.authentication.getAccounts('tildeforge'), []);
	});

	it('appear with an event when somebody signs in', async () => {
		const told = new Promise<string>((resolve) => {
			const listening = vscode.authentication.onDidChangeSessions(({ provider }) => {
				listening.dispose();
				resolve(provider.id);
			});
		});
		await vscode.commands.executeCommand('tildeforge.trySample');
		assert.equal(await told, 'tildeforge');
		const accounts = await vscode.authentication.getAccounts('tildeforge');
		assert.deepEqual(
			accounts.map(({ label }) => label),
			['~ana (Sample forge)'],
		);
	});
});
