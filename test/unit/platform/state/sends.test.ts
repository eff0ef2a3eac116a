import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import {
	readSending,
	SendRecord,
	trimSendRecords,
} from '../../../../src/platform/state/drafts/send-record.ts';
import { fileStorage } from '../../../../src/platform/state/store/files.ts';
import { lockIfPossible } from '../../../../src/platform/state/store/lock-if-possible.ts';
import type { Storage } from '../../../../src/platform/state/store/storage.ts';
import { failing } from '../../../tools/failing-files.ts';
import { readable, stage } from '../../tickets/state/forge.ts';
import { letter, letters, written } from './letters.ts';

const sending = { draft: { ...written(letter, 'Mine.'), saved: 1 }, newest: 3, at: 5, isSent: false };

describe('The record of a send', () => {
	const { folder } = stage();

	async function open() {
		const { log, lines } = readable();
		const storage = fileStorage(await folder(), log);
		return { storage, lines, record: new SendRecord(storage, letters, 'one', log) };
	}

	it('is read as it was written, until it is removed', async () => {
		const { record } = await open();
		assert.equal(await record.read(), undefined);
		await record.put(sending);
		assert.deepEqual(await record.read(), { ...sending, earlier: [] });
		await record.remove();
		assert.equal(await record.read(), undefined);
	});

	it('is forgotten with the draft only if the draft may not have arrived', async () => {
		const { record } = await open();
		await record.put({ ...sending, isSent: true });
		await record.forgetUnsent();
		assert.equal((await record.read())?.isSent, true);
		await record.put(sending);
		await record.forgetUnsent();
		assert.equal(await record.read(), undefined);
	});

	it('never keeps a draft from being sent: a full disk is only logged', async () => {
		const { record, lines } = await open();
		const restore = failing('rename', 'ENOSPC');
		try {
			await record.put(sending);
		} finally {
			restore();
		}
		assert.match(lines.map(({ line }) => line).join(), /sends\/one could not be read or written/);
	});

	for (const [what, text] of [
		['nothing', undefined],
		['half a record', '{"draft":'],
		['another kind of value', '[]'],
		['no number', JSON.stringify({ ...sending, newest: '3' })],
		['another draft', JSON.stringify({ ...sending, draft: { ...sending.draft, body: {} } })],
	] as const) {
		it(`is none if the file has ${what}`, () => assert.equal(readSending(letters, text), undefined));
	}

	it('is removed after a day, unless there is a draft again', async () => {
		const { storage } = await open();
		const day = 24 * 3_600_000;
		for (const [name, age] of [
			['old', day + 60_000],
			['draft', day + 60_000],
			['young', day - 60_000],
		] as const) {
			await storage.replace(['sends', name], '');
			const at = new Date(Date.now() - age);
			await utimes(storage.pathOf(['sends', name]), at, at);
		}
		await trimSendRecords(storage, (name) => name === 'draft');
		assert.deepEqual((await storage.list(['sends'])).map(({ name }) => name).sort(), ['draft', 'young']);
	});
});

/** A storage whose lock fails before the work begins. */
const withoutLock = (storage: Storage, error: Error): Storage => ({
	...storage,
	lock: () => Promise.reject(error),
});

describe('Work under a lock, if there is one', () => {
	const { folder } = stage();

	async function open() {
		const { log, lines } = readable();
		return { storage: fileStorage(await folder(), log), log, lines };
	}

	it('is done alone', async () => {
		const { storage, log } = await open();
		const order: string[] = [];
		const work = (name: string) => async () => {
			order.push(`${name} begins`);
			await new Promise(setImmediate);
			order.push(`${name} ends`);
		};
		await Promise.all(['a', 'b'].map((name) => lockIfPossible({ storage, name: ['x'], log }, work(name))));
		const first = order[0]?.startsWith('a') ? ['a', 'b'] : ['b', 'a'];
		assert.deepEqual(
			order,
			first.flatMap((name) => [`${name} begins`, `${name} ends`]),
		);
	});

	it('is done without the lock if locking fails, which is logged', async () => {
		const { storage, log, lines } = await open();
		const broken = withoutLock(storage, new Error('full'));
		assert.equal(await lockIfPossible({ storage: broken, name: ['x', 'y'], log }, async () => 7), 7);
		assert.match(lines[0]?.line ?? '', /^x\/y could not be locked/);
	});

	it('is done once if it fails itself', async () => {
		const { storage, log } = await open();
		let times = 0;
		const work = async () => {
			times += 1;
			throw new Error('it failed');
		};
		await assert.rejects(lockIfPossible({ storage, name: ['x'], log }, work), /it failed/);
		assert.equal(times, 1);
	});

	it('is not done if the wait for the lock was cancelled', async () => {
		const { storage, log } = await open();
		const stop = new AbortController();
		const [begun, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const held = lockIfPossible({ storage, name: ['x'], log }, async () => {
			begun.resolve();
			await other.promise;
		});
		await begun.promise;
		const work = async () => assert.fail('it was done');
		const waiting = lockIfPossible({ storage, name: ['x'], log, signal: stop.signal }, work);
		stop.abort(new Error('enough'));
		await assert.rejects(waiting, /enough/);
		other.resolve();
		await held;
	});
});
