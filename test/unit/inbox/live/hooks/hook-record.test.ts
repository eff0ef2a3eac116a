import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { HookRecord } from '../../../../../src/inbox/live/hooks/hook-record.ts';
import { session } from '../../../../kit/window/sessions.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

const targetOf = (tracker: string) => ({ family: 'tracker', params: { owner: '~alice', tracker } }) as const;
const log = new Log(() => {});
const never = new AbortController().signal;
const token = 'token';
const [editor, shell] = [targetOf('editor'), targetOf('shell')];
const ana = { ...session, instance: 'forge.test', account: '~ana' };

describe('The record of where there may be webhooks', () => {
	const open = (folder: string) => new HookRecord(fileStorage(folder, log), ana, log);
	const targets = async (record: HookRecord) => (await record.targets()).map(({ target }) => target);

	it('is changed only by the window that has taken over last, which records where others leave some', async () => {
		const folder = temporaryFolder('record');
		const [first, second] = [open(folder), open(folder)];
		assert.equal(await first.takeOver(token, never), true);
		assert.deepEqual([await first.isOwner(), await second.isOwner()], [true, false]);
		await second.takeOver(token, never);
		assert.deepEqual([await first.isOwner(), await second.isOwner()], [false, true]);
		assert.equal(await first.begin(token, editor), false);
		assert.equal(await second.begin(token, shell), true);
		await first.remove(token, shell);
		await first.clear();
		assert.deepEqual([await second.isOwner(), await targets(first)], [true, [shell]]);
		await first.keep(token, editor);
		await first.keep(token, editor);
		assert.deepEqual(await targets(second), [shell, editor]);
		await second.remove('another', shell);
		assert.deepEqual(await targets(second), [shell, editor]);
		await second.removeOthers(token, shell);
		await second.removeOthers('another', editor);
		assert.deepEqual(await targets(second), [shell]);
		await second.keep(token, editor);
		await second.remove(undefined, shell);
		await second.remove(token, editor);
		assert.equal(await first.exists(), true);
		await second.clear();
		assert.equal(await first.exists(), false);
	});

	it('is not taken over by a window that has ended while it waited', async () => {
		const folder = temporaryFolder('record');
		const [first, second] = [open(folder), open(folder)];
		await second.takeOver(token, never);
		const ended = new AbortController();
		const taken = first.takeOver(token, ended.signal);
		ended.abort();
		await assert.rejects(taken, { name: 'AbortError' });
		assert.equal(await second.isOwner(), true);
	});

	it('has all targets after changes at the same time, but at most 500', async () => {
		const record = new HookRecord(memoryStorage(), ana, log);
		await record.takeOver(token, never);
		const all = Array.from({ length: 20 }, (_, nth) => targetOf(`t${nth}`));
		await Promise.all(all.map((target) => record.begin(token, target)));
		assert.equal((await targets(record)).length, all.length);
		for (let nth = 0; nth < 490; nth++) await record.begin('another', targetOf(`t${nth}`));
		assert.equal((await targets(record)).length, 500);
	});

	for (const [what, content, isKnown] of [
		['is lost if the file is damaged', '{"owner": "', false],
		[
			'is lost if the file has something else',
			JSON.stringify({ owner: '', targets: [{ token, family: 'no such', params: {} }] }),
			false,
		],
		[
			'is read if an earlier version has written it',
			JSON.stringify({ owner: '', targets: [{ token, ...shell }] }),
			true,
		],
	] as const) {
		it(what, async () => {
			const folder = temporaryFolder('record');
			const record = open(folder);
			await record.takeOver(token, never);
			const [name = assert.fail()] = readdirSync(join(folder, 'webhooks'));
			writeFileSync(join(folder, 'webhooks', name), content);
			assert.equal(await record.isOwner(), false);
			assert.equal(await record.takeOver(token, never), isKnown);
			// A window may be killed before it has asked for all lists.
			assert.equal(await record.takeOver(token, never), isKnown);
			assert.deepEqual(await targets(record), isKnown ? [shell] : []);
			assert.equal(await record.begin(token, editor), true);
			await record.clear();
			assert.equal(await record.takeOver(token, never), isKnown);
			// Then the token has ended.
			assert.equal(await record.takeOver('another', never), isKnown);
			assert.equal(await record.takeOver('another', never), true);
			assert.deepEqual(await targets(record), isKnown ? [shell, editor] : [editor]);
		});
	}
});
