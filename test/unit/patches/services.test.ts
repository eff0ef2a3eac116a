import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { Emitter } from '../../../src/base/emitter.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { PatchServices } from '../../../src/patches/services.ts';
import { AccountCaches } from '../../../src/platform/state/account-caches.ts';
import { memory } from '../../tools/memory.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { readable } from '../tickets/state/forge.ts';

describe('The parts of the patches feature', () => {
	const lifetime = new Lifetime();
	const folder = temporaryFolder('patch-services');
	after(async () => {
		lifetime.dispose();
		await rm(folder, { recursive: true, force: true });
	});

	it('load of the rest of the extension only what they need, when they are first needed', async () => {
		const loaded = new Set<string>();
		const load = (name: string, part?: object) => async () => {
			loaded.add(name);
			return part as never;
		};
		const { log } = readable();
		const forges = {
			accounts: [],
			isTemporary: () => false,
			onDidChange: new Emitter<void>().event,
			caches: new AccountCaches(folder, log),
		};
		const services = new PatchServices({
			...{ lifetime, log },
			accounts: load('accounts', { forges }),
			followSessions: load('sessions'),
			outboxes: load('outboxes'),
			projects: load('projects'),
			existing: async () => undefined,
			remoteFiles: () => async () => undefined,
			tree: load('tree'),
			context: { globalState: memory(), globalStorageUri: { fsPath: folder } } as never,
		});
		assert.equal(await services.seen(), await services.seen());
		assert.deepEqual([...loaded], []);
		const { outbox } = await services.changes();
		assert.equal((await services.changes()).outbox, outbox);
		assert.deepEqual([...loaded].sort(), ['accounts', 'sessions']);
	});
});
