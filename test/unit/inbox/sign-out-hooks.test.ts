import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { temporaryFolder } from '../../tools/places.ts';
import { answerWith, takeCalls } from '../editor.ts';
import { MemorySecretStore } from '../signin/window.ts';
import { hookWindows } from './live/hooks/windows.ts';

const { Uri } = await import('vscode');
const { removeSignOutHooks } = await import('../../../src/inbox/sign-out-hooks.ts');

describe('Signing out', () => {
	const { start } = hookWindows();

	/** Alice has a webhook. The result signs her out, and returns the messages that this shows. */
	async function signedIn() {
		const forge = await start('event-on-tracker');
		const window = await forge.open({ wanted: ['editor'] });
		await window.shows('editor registered');
		window.kill();
		const { account, options } = forge.removing('token');
		const { storageOf, key, secrets, log } = options;
		const storage = temporaryFolder('sign-out');
		const context = {
			secrets: new MemorySecretStore([['sessions/key', await key()]]),
			globalStorageUri: Uri.file(storage),
		};
		const forges = { isTemporary: () => false, caches: { of: storageOf } };
		const signOut = async () => {
			takeCalls();
			const signal = AbortSignal.timeout(20_000);
			await removeSignOutHooks(account, { forges, context: context as never, secrets, log }, signal);
			return takeCalls();
		};
		return { ...forge, signOut, storage };
	}

	it('removes the webhooks without a message', async () => {
		const { hooks, signOut, storage } = await signedIn();
		assert.deepEqual([await signOut(), hooks(), readdirSync(storage)], [[], [], []]);
	});

	it('warns of webhooks that are left, and keeps what is known of them, without waiting for an answer', async () => {
		const { line, signOut, storage } = await signedIn();
		line.isCut = true;
		answerWith(() => new Promise(() => {}));
		const said = await signOut();
		assert.equal(said.length, 1);
		assert.match(
			said[0] ?? '',
			/^warning: Some webhooks of ~alice could not be removed from .+ replaces them when you sign in/,
		);
		assert.deepEqual(readdirSync(storage), ['kept']);
	});
});
