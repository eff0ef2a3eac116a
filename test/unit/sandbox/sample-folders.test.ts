import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lockFolder } from '../../../src/sandbox/folder-lock.ts';
import { findSampleFolders, newSampleFolder } from '../../../src/sandbox/sample-folders.ts';
import { temporaryFolder } from '../../tools/places.ts';

const hourMs = 3_600_000;
const now = Date.UTC(2031, 6, 9);

describe('The folders of kept forges', () => {
	const folders = () => {
		const parent = temporaryFolder('kept');
		const add = (hours: number) => {
			const folder = newSampleFolder(parent, now - hours * hourMs);
			mkdirSync(join(folder, 'repositories'), { recursive: true });
			return folder;
		};
		return { parent, add };
	};

	it('are listed for a day, the newest first, and then removed', async () => {
		const { parent, add } = folders();
		const [older, newest, old] = [add(23), add(1), add(25)];
		assert.deepEqual(await findSampleFolders(parent, now), { free: [newest, older], isAnyInUse: false });
		assert.deepEqual(
			[newest, older, old].map((folder) => existsSync(folder ?? '')),
			[true, true, false],
		);
	});

	it('are neither listed nor removed while a window uses them', async () => {
		const { parent, add } = folders();
		const used = [add(1), add(25)];
		const unlocks = used.map(lockFolder);
		assert.deepEqual(await findSampleFolders(parent, now), { free: [], isAnyInUse: true });
		assert.ok(used.every(existsSync));
		for (const unlock of unlocks) unlock();
		assert.deepEqual(
			(await findSampleFolders(parent, now)).free.map((one) => basename(one)),
			[String(now - hourMs)],
		);
	});

	it('are none if the parent folder does not exist', async () => {
		const { free } = await findSampleFolders(join(temporaryFolder('kept'), 'missing'), now);
		assert.deepEqual(free, []);
	});
});
