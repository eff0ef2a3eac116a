import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { background } from '../../src/base/background.ts';
import { startMailServer } from '../kit/mails/mail-server.ts';
import { until } from '../tools/until.ts';

const fixture = (name: string) => {
	const extension = vscode.extensions.getExtension('tildeforge.tildeforge');
	return readFileSync(join(extension?.extensionPath ?? '', 'test/editor/fixtures', name));
};

describe('The test mail', () => {
	const setting = (value: object | undefined) =>
		vscode.workspace
			.getConfiguration('tildeforge')
			.update('mailServer', value, vscode.ConfigurationTarget.Global);

	// Only on Linux can a test set the certificate authorities of the system.
	for (const authority of process.platform === 'linux' ? ['extra', 'system'] : ['extra']) {
		it(`arrives at a server with a certificate of a private authority that VS Code trusts (${authority})`, async () => {
			const certificate = { key: fixture('server-key.pem'), cert: fixture(`${authority}-server.pem`) };
			const server = await startMailServer(certificate);
			try {
				await setting({ host: '127.0.0.1', port: server.port, from: 'Ana <ana@example.org>' });
				// The command ends when the user closes the message.
				background(Promise.resolve(vscode.commands.executeCommand('tildeforge.sendTestMail')));
				await until(() =>
					server.received.some(({ to, isSecure }) => isSecure && to[0] === 'ana@example.org'),
				);
			} finally {
				await setting(undefined);
				await server.stop();
			}
		});
	}
});
