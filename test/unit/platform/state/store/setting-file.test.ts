import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { SettingFile } from '../../../../../src/platform/state/store/setting-file.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';

describe('A stored setting', () => {
	const { folder } = stage();
	const open = (at: string) => {
		const { log } = readable();
		return new SettingFile<readonly string[]>({
			storage: fileStorage(at, log),
			name: ['pins', 'a'],
			shape: v.array(v.string()),
			none: [],
			lifetime: new Lifetime(),
			log,
		});
	};

	const damages: readonly [what: string, damage: (file: string) => Promise<unknown>][] = [
		['is damaged', (file) => writeFile(file, '["half')],
		['cannot be read', async (file) => rm(file).then(() => mkdir(file))],
	];
	for (const [what, damage] of damages) {
		it(`that ${what} says so until it is stored again, also by another window`, async () => {
			const at = await folder();
			await open(at).change(() => ['one']);
			await damage(join(at, 'pins', 'a'));
			const [pins, other] = [open(at), open(at)];
			const told: boolean[] = [];
			pins.onDidChange(() => told.push(pins.isUnreadable));
			assert.deepEqual(await pins.read(), []);
			await other.read();
			assert.ok(other.isUnreadable);
			assert.deepEqual(await other.change((known) => [...known, 'two']), ['two']);
			assert.equal(other.isUnreadable, false);
			assert.deepEqual(await pins.read(), ['two']);
			assert.deepEqual(told, [true, false]);
		});

		it(`that ${what} loses nothing that the window knows`, async () => {
			const at = await folder();
			const pins = open(at);
			await pins.change(() => ['one']);
			await damage(join(at, 'pins', 'a'));
			assert.deepEqual(await pins.change((known) => [...known, 'two']), ['one', 'two']);
		});
	}

	it('is as it was changed, and announced once, also if it is read meanwhile', async () => {
		const pins = open(await folder());
		let told = 0;
		pins.onDidChange(() => (told += 1));
		await Promise.all([pins.read(), pins.change(() => ['one']), pins.read()]);
		assert.deepEqual([pins.value, told], [['one'], 1]);
	});

	it('tells its listeners of what another window stores, but not of what they know', async () => {
		const at = await folder();
		const [pins, other] = [open(at), open(at)];
		const told: (readonly string[])[] = [];
		pins.onDidChange(() => told.push(pins.value));
		await other.change(() => ['theirs']);
		for (let times = 0; times < 2; times++) await pins.read();
		await pins.change((known) => [...known]);
		assert.deepEqual(told, [['theirs']]);
	});
});
