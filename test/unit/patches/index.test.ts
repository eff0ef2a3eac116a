import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { Lifetime } from '../../../src/base/lifetime.ts';
import type { ExtensionWindow } from '../../../src/platform/commands/extension-window.ts';
import { SharedTab } from '../../../src/platform/page/shared-tab.ts';
import { AccountCaches } from '../../../src/platform/state/account-caches.ts';
import { fixedAccounts } from '../../kit/forge/fixed-accounts.ts';
import { readable } from '../../kit/forge/tracker-forge.ts';
import { memory } from '../../tools/memory.ts';
import { temporaryFolder } from '../../tools/places.ts';
import '../../kit/window/editor.ts';

const { PatchesFeature } = await import('../../../src/patches/index.ts');

describe('The parts of the patches feature', () => {
	const lifetime = new Lifetime();
	const folder = temporaryFolder('patch-services');
	after(async () => {
		lifetime.dispose();
		await rm(folder, { recursive: true, force: true });
	});

	function open(load: (name: string, part?: object) => () => Promise<never>) {
		const { log } = readable();
		const forges = fixedAccounts([], new AccountCaches(folder, log));
		const context = { globalState: memory(), globalStorageUri: { fsPath: folder } };
		const window = { lifetime, log, context } as object as ExtensionWindow;
		return new PatchesFeature(window, {
			accounts: load('accounts', { forges }),
			outbox: load('outbox'),
			sharedTab: new SharedTab(),
			projects: load('projects', { findBlob: async () => undefined, emails: [] }),
			existing: async () => undefined,
			remoteFiles: () => async () => undefined,
			reviews: {
				drafts: load('drafts'),
				openThreads: load('threads'),
				onPages: load('pages'),
			},
		});
	}

	it('load of the rest of the extension only what they need, when they are first needed', async () => {
		const loaded = new Set<string>();
		const load = (name: string, part?: object) => async () => {
			loaded.add(name);
			return part as never;
		};
		const patches = open(load);
		const statuses = await patches.changes();
		const key = { account: 'a', owner: '~ana', list: 'editor-devel', patchset: 1 };
		assert.equal(statuses.isVisible(key), false);
		assert.equal(await patches.changes(), statuses);
		assert.deepEqual([...loaded], ['accounts']);
		assert.equal(await patches.diffDocuments(), await patches.diffDocuments());
		assert.deepEqual([...loaded], ['accounts', 'projects']);
	});

	it('open the comments in diff editors with each document, so a failure is tried again with the next one', async () => {
		const opened: string[] = [];
		const patches = open((name, part) => async () => {
			opened.push(name);
			return part as never;
		});
		const content = async () => patches.diffContent('').catch(() => undefined);
		for (const times of [1, 2]) {
			await content();
			assert.equal(opened.filter((name) => name === 'threads').length, times);
		}
	});
});
