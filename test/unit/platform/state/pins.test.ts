import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { Storage } from '../../../../src/base/files/storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Pins } from '../../../../src/platform/state/pins.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';

describe('The pins of an account', () => {
	let folder: string;
	let lifetime: Lifetime;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'tildeforge-pins-'));
		lifetime = new Lifetime();
	});
	afterEach(async () => {
		lifetime.dispose();
		await rm(folder, { recursive: true });
	});

	async function open(changed = () => {}) {
		const { log } = readable();
		const pins = new Pins(fileStorage(folder, log), ['pins', 'ana'], lifetime, log, changed);
		await pins.read();
		return pins;
	}

	const [tools, paint] = [
		{ owner: '~bob', name: 'tools' },
		{ owner: '~bob', name: 'paint' },
	];

	it('are kept in the order in which they were pinned, once each, for all windows', async () => {
		let changes = 0;
		const one = await open(() => changes++);
		const other = await open();
		await one.pin(tools);
		await other.pin(paint);
		await one.pin({ ...tools });
		assert.deepEqual(one.all, [tools, paint]);
		await one.unpin({ ...tools });
		assert.deepEqual((await open()).all, [paint]);
		assert.equal(changes, 3);
	});

	it('are as the user has changed them if that happens while they are read', async () => {
		const { log } = readable();
		const storage = fileStorage(folder, log);
		await storage.replace(['pins', 'ana'], JSON.stringify([paint]));
		let reads = 0;
		const slow: Storage = {
			...storage,
			read: async (name) => {
				reads += 1;
				const text = await storage.read(name);
				// The first read ends after a change that does not wait for it.
				if (reads === 1) for (let turn = 0; turn < 20; turn++) await storage.read(name);
				return text;
			},
		};
		const pins = new Pins(slow, ['pins', 'ana'], lifetime, log, () => {});
		await Promise.all([pins.read(), pins.pin(tools)]);
		assert.deepEqual(pins.all, [paint, tools]);
	});
});
