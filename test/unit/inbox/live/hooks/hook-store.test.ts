import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Log } from '../../../../../src/base/log/log.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { HookStore, type HookStoreOptions } from '../../../../../src/inbox/live/hooks/hook-store.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { newKey, seal } from '../../../../../src/signin/sessions/encryption.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { recordOf } from './records.ts';

const never = new AbortController().signal;

describe('The store of hooks', () => {
	const sealingKey = newKey();
	const [one, other] = [recordOf('1'), recordOf('2')];

	function open(folder: string, more: Partial<HookStoreOptions> = {}) {
		const secrets = new Secrets();
		const logged: string[] = [];
		const log = new Log(({ level, message }) => logged.push(`${level} ${message}`));
		const store = new HookStore({
			...{ storage: fileStorage(folder, log), key: async () => sealingKey, account: 'ana', secrets, log },
			...more,
		});
		return { store, secrets, logged };
	}

	it('has the records of earlier windows, whose paths are secrets from then on', async () => {
		const folder = temporaryFolder('hooks');
		const first = open(folder).store;
		assert.deepEqual(await first.takeOver(never), []);
		assert.deepEqual(await first.change((records) => [...records, one, other]), [one, other]);
		const { store, secrets } = open(folder);
		assert.deepEqual(await store.takeOver(never), [one, other]);
		assert.deepEqual(secrets.addedAfter(0), [one.secret, other.secret]);
	});

	it('is changed only by the window that has taken over last', async () => {
		const folder = temporaryFolder('hooks');
		const [first, second] = [open(folder).store, open(folder).store];
		await first.takeOver(never);
		await first.change(() => [one]);
		await second.takeOver(never);
		assert.equal(await first.change(() => []), undefined);
		assert.deepEqual(await second.change((records) => [...records, other]), [one, other]);
	});

	it('knows its holder, the window that has taken over last, unless its file is gone', async () => {
		const folder = temporaryFolder('hooks');
		const [first, second] = [open(folder).store, open(folder).store];
		await first.takeOver(never);
		assert.deepEqual([await first.isHolder(), await second.isHolder()], [true, false]);
		await second.takeOver(never);
		assert.deepEqual([await first.isHolder(), await second.isHolder()], [false, true]);
		rmSync(join(folder, 'hooks'));
		assert.equal(await second.isHolder(), false);
	});

	it('is not taken over by a window that has ended while it waited', async () => {
		const folder = temporaryFolder('hooks');
		const [first, second] = [open(folder).store, open(folder).store];
		await second.takeOver(never);
		const ended = new AbortController();
		const taken = first.takeOver(ended.signal);
		ended.abort();
		await assert.rejects(taken, { name: 'AbortError' });
		assert.deepEqual(await second.change(() => [one]), [one]);
	});

	it('makes changes one after another', async () => {
		const { store } = open(temporaryFolder('hooks'));
		await store.takeOver(never);
		const records = Array.from({ length: 9 }, (_, nth) => recordOf(String(nth)));
		await Promise.all(records.map((record) => store.change((before) => [...before, record])));
		assert.deepEqual(await store.change((before) => before), records);
	});

	it('encrypts the file, and reads none of another account or with another key', async () => {
		const folder = temporaryFolder('hooks');
		const { store } = open(folder);
		await store.takeOver(never);
		await store.change(() => [one]);
		const [name = assert.fail()] = readdirSync(folder);
		const text = readFileSync(join(folder, name), 'utf8');
		for (const part of [one.secret, one.address, 'editor']) assert.ok(!text.includes(part));
		for (const more of [{ account: 'bob' }, { key: async () => newKey() }]) {
			writeFileSync(join(folder, name), text);
			const { store: another, logged } = open(folder, more);
			assert.deepEqual(await another.takeOver(never), []);
			assert.equal(logged.length, 1);
		}
	});

	for (const [what, content] of [
		['is damaged', 'not JSON'],
		['is of another version', JSON.stringify({ version: 2 })],
		[
			'has something else',
			JSON.stringify({ version: 1, ...seal(sealingKey, 'hooks\nana', '{"records":[{"secret":"../"}]}') }),
		],
	] as const) {
		it(`is empty if the file ${what}, which is logged`, async () => {
			const folder = temporaryFolder('hooks');
			writeFileSync(join(folder, 'hooks'), content);
			const { store, logged } = open(folder);
			assert.deepEqual(await store.takeOver(never), []);
			assert.deepEqual(logged, ['warn The stored webhooks cannot be read, so new ones are created']);
		});
	}

	it('fails without a key, and leaves the file as it is', async () => {
		const folder = temporaryFolder('hooks');
		const { store } = open(folder);
		await store.takeOver(never);
		await store.change(() => [one]);
		await assert.rejects(open(folder, { key: async () => undefined }).store.takeOver(never), /no key/);
		const broken = async () => {
			throw new Error('The keyring is locked.');
		};
		await assert.rejects(open(folder, { key: broken }).store.takeOver(never), /keyring/);
		assert.deepEqual(await open(folder).store.takeOver(never), [one]);
	});

	it('goes on after a change that failed', async () => {
		const { store } = open(temporaryFolder('hooks'));
		await store.takeOver(never);
		const failing = store.change(() => {
			throw new Error('of the test');
		});
		await assert.rejects(failing, /of the test/);
		assert.deepEqual(await store.change(() => [one]), [one]);
	});

	it('writes nothing without a storage', async () => {
		const folder = temporaryFolder('hooks');
		const { store } = open(folder, { storage: undefined });
		await store.takeOver(never);
		await store.change(() => [one]);
		assert.deepEqual(await store.change((records) => records), [one]);
		assert.deepEqual(readdirSync(folder), []);
	});
});
