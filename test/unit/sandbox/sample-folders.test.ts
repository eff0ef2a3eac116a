import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
	findSampleFolders,
	isSampleFolder,
	newSampleFolder,
	removeSampleFolder,
} from '../../../src/sandbox/sample-folders.ts';
import { lockFolder } from '../../../src/sandbox/server/folder-lock.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { until } from '../../tools/until.ts';

const hourMs = 3_600_000;
const now = Date.UTC(2031, 6, 9);

describe('The folders of kept forges', () => {
	const folders = () => {
		const parent = temporaryFolder('kept');
		/** A folder that was made so many hours ago. */
		const add = (hours: number, { hasForge = true } = {}) => {
			const folder = newSampleFolder(parent, now - hours * hourMs);
			mkdirSync(join(folder, 'repositories'), { recursive: true });
			if (hasForge) writeFileSync(join(folder, 'state.json'), '{}');
			return folder;
		};
		return { parent, add };
	};

	it('are listed for a day, the newest first, and then removed', async () => {
		const { parent, add } = folders();
		const [older, newest, old] = [add(23), add(1), add(25)];
		assert.deepEqual(await findSampleFolders(parent, now), [newest, older]);
		assert.deepEqual([newest, older, old].map(existsSync), [true, true, false]);
		assert.deepEqual(
			[newest, older, old].map((folder) => isSampleFolder(folder, now)),
			[true, true, false],
		);
	});

	it('are removed if a clock that was wrong has given them a time in the future', async () => {
		const { parent, add } = folders();
		add(-25);
		assert.deepEqual(await findSampleFolders(parent, now), []);
		assert.deepEqual(readdirSync(parent), []);
	});

	it('are not removed while a window uses them', async () => {
		const { parent, add } = folders();
		const used = [add(1), add(25), add(2, { hasForge: false })];
		const locks = await Promise.all(used.map((folder) => lockFolder(folder)));
		assert.deepEqual(await findSampleFolders(parent, now), [used[0]]);
		assert.ok(used.every(existsSync));
		await assert.rejects(removeSampleFolder(used[0] ?? ''), { isInUse: true });
		for (const { unlock } of locks) await unlock();
		assert.deepEqual(await findSampleFolders(parent, now), [used[0]]);
		assert.deepEqual(readdirSync(parent), [basename(used[0] ?? '')]);
	});

	it('are removed if their forge was never complete, but not while it may be being made', async () => {
		const { parent, add } = folders();
		add(1, { hasForge: false });
		const made = add(0.01, { hasForge: false });
		assert.deepEqual(await findSampleFolders(parent, now), []);
		assert.deepEqual(readdirSync(parent), [basename(made)]);
	});

	it('leave the files of other programs alone', async () => {
		const { parent } = folders();
		const others = ['.DS_Store', '12 (conflict)', 'NaN', '0', '-1', '1e3', '012'];
		for (const name of others) writeFileSync(join(parent, name), '');
		assert.deepEqual(await findSampleFolders(parent, now), []);
		assert.deepEqual(readdirSync(parent).sort(), others.sort());
	});

	it('cannot be used by another window from the moment in which they are being removed', async () => {
		const { parent, add } = folders();
		const folder = add(1);
		for (let n = 0; n < 1000; n++) writeFileSync(join(folder, 'repositories', String(n)), '');
		const removing = removeSampleFolder(folder);
		await until(() => !existsSync(join(folder, 'state.json')));
		assert.equal(existsSync(folder), false, 'it has a part of the forge');
		await removing;
		assert.deepEqual(readdirSync(parent), []);
	});

	it('whose removal was interrupted are removed later', async () => {
		const { parent, add } = folders();
		add(1);
		const part = join(parent, '123.00000000-0000-4000-8000-000000000000.new');
		mkdirSync(part);
		utimesSync(part, 1, 1);
		await findSampleFolders(parent, now);
		assert.equal(existsSync(part), false);
	});

	it('need no parent folder', async () => {
		assert.deepEqual(await findSampleFolders(join(temporaryFolder('kept'), 'missing'), now), []);
	});
});
