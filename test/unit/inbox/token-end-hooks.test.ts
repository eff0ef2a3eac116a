import assert from 'node:assert/strict';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import { Log } from '../../../src/base/log/log.ts';
import { Secrets } from '../../../src/base/secrets.ts';
import { HookRecord } from '../../../src/inbox/live/hooks/hook-record.ts';
import type { ExtensionWindow } from '../../../src/platform/commands/extension-window.ts';
import type { Service } from '../../../src/signin/instances/instance.ts';
import { answerWith, takeCalls } from '../../kit/window/editor.ts';
import { MemorySecretStore } from '../../kit/window/sign-in-window.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { until } from '../../tools/until.ts';
import { webhookWindows } from './live/hooks/webhook-windows.ts';

const { Uri } = await import('vscode');
const { EndingHooks } = await import('../../../src/inbox/token-end-hooks.ts');

/** Waits for a message with these words, unless it is among those that were shown before. */
async function untilSaid(words: RegExp, before: readonly string[]): Promise<void> {
	const said = [...before];
	await until(() => said.push(...takeCalls()) > 0 && words.test(said.join('\n')), { what: `${words}` });
}

describe('Signing out', () => {
	const { start } = webhookWindows();

	/** Alice has a webhook. The result signs her out, and returns the messages that this shows. */
	async function signedIn({
		graphql = [],
		method = 'token',
	}: {
		readonly graphql?: readonly Service[];
		readonly method?: 'token' | 'browser';
	} = {}) {
		const forge = await start('event-on-tracker');
		const window = await forge.open({ wanted: ['editor'] });
		await window.shows('editor registered');
		const log = new Log(() => {});
		const { session, ...rest } = forge.accountWith(forge.webhooksOf(), { token: 'alice' });
		// The folder is moved below, so the window must have written that.
		const record = new HookRecord(fileStorage(forge.folder, log), session, log);
		await until(async () => (await record.targets()).every(({ isCreating }) => !isCreating));
		window.kill();
		const account = { ...rest, session: { ...session, graphql, method } };
		const storage = temporaryFolder('sign-out');
		renameSync(forge.folder, join(storage, 'kept'));
		const secrets = new Secrets();
		const context = {
			secrets: new MemorySecretStore([['sessions/key', forge.installationKey]]),
			globalStorageUri: Uri.file(storage),
		};
		// The tokens of the forge are the names of its users.
		const ownerOf = async (token: string) => `~${token}`;
		const ending = new EndingHooks({ context, secrets, log } as object as ExtensionWindow, ownerOf);
		const signOut = async () => {
			takeCalls();
			await ending.remove(account, AbortSignal.timeout(20_000));
			return takeCalls();
		};
		return { ...forge, signOut, storage, secrets };
	}

	function damageRecord(storage: string): void {
		const folder = join(storage, 'kept', 'webhooks');
		for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"owner": "');
	}

	it('removes the webhooks without a message', async () => {
		const { hooks, signOut, storage } = await signedIn();
		assert.deepEqual(
			[await signOut(), hooks(), readdirSync(join(storage, 'kept', 'webhooks'))],
			[[], [], []],
		);
	});

	it('warns once of webhooks that are left, and remembers where they are, without waiting for an answer', async () => {
		const { line, signOut, storage } = await signedIn();
		line.isCut = true;
		answerWith(() => new Promise(() => {}));
		const said = await signOut();
		assert.equal(said.length, 1);
		assert.match(
			said[0] ?? '',
			/^warning: Some webhooks of ~alice could not be removed from .+ removes them when you sign in/,
		);
		assert.equal(readdirSync(join(storage, 'kept', 'webhooks')).length, 1);
		assert.deepEqual(await signOut(), []);
	});

	it('does not say how to remove them if the token has ended, because no one can', async () => {
		const { line, signOut } = await signedIn({ method: 'browser' });
		line.isCut = true;
		assert.match(
			(await signOut()).join(),
			/^warning: Some webhooks of ~alice could not be removed from \S+\.$/,
		);
	});

	it('warns of webhooks that may be left, without an offer to remove them, if the record of them was damaged', async () => {
		const { hooks, signOut, storage } = await signedIn({ graphql: ['trackers'] });
		damageRecord(storage);
		assert.match(
			(await signOut()).join(),
			/^warning: Webhooks of ~alice may be left at \S+, because the record of them was damaged\.$/,
		);
		assert.equal(hooks().length, 1);
	});

	it('does not say that all are removed with a personal token if the record of some was damaged', async () => {
		const { line, hooks, signOut, storage } = await signedIn({ graphql: ['trackers'] });
		line.isCut = true;
		answerWith(
			() => 'Remove Left-Over Webhooks…',
			() => {
				line.isCut = false;
				damageRecord(storage);
				return 'alice';
			},
		);
		const said = await signOut();
		await untilSaid(/may be left/, said);
		assert.equal(hooks().length, 1);
	});

	it('refuses the token of another account, which would find none of them', async () => {
		const { line, hooks, signOut, storage } = await signedIn({ graphql: ['trackers'] });
		line.isCut = true;
		answerWith(
			() => 'Remove Left-Over Webhooks…',
			() => {
				line.isCut = false;
				return 'bob';
			},
		);
		const said = await signOut();
		await untilSaid(/belongs to ~bob, not to ~alice/, said);
		assert.equal(hooks().length, 1);
		assert.equal(readdirSync(join(storage, 'kept', 'webhooks')).length, 1);
	});

	it('offers to remove them with a personal token where the forge allows that, which is not stored', async () => {
		const { line, hooks, signOut, storage, secrets } = await signedIn({ graphql: ['trackers'] });
		line.isCut = true;
		answerWith(
			() => 'Remove Left-Over Webhooks…',
			() => {
				line.isCut = false;
				return ' alice ';
			},
		);
		const said = await signOut();
		await until(() => hooks().length === 0, { what: 'they are removed' });
		await untilSaid(/^status bar: The left-over webhooks are removed\.$/m, said);
		assert.deepEqual(readdirSync(join(storage, 'kept', 'webhooks')), []);
		assert.ok(secrets.addedAfter(0).includes('alice'));
	});
});
