import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { ownLock } from '../../../../../src/base/files/held-lock.ts';
import type { Storage } from '../../../../../src/base/files/storage.ts';
import type { TextState } from '../../../../../src/platform/state/texts/text.ts';
import type { Texts } from '../../../../../src/platform/state/texts/texts.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { failing } from '../../../../tools/failing-files.ts';
import { until } from '../../../../tools/until.ts';
import { byPage, type Letter, type LetterKey, letter, postcard, written } from '../letters.ts';
import { queue, textWindows } from './text-windows.ts';

const day = 24 * 60 * 60_000;

describe('Texts', () => {
	const { folder, clock, open, shown, onDisk, allOnDisk, unwatched } = textWindows();

	it('are there at the next start, with their versions', async () => {
		const at = await folder();
		const { texts } = await open(at);
		const saved = await texts.write(written(letter, 'Ünïcode 🎉\n> quoted'));
		await texts.write(written(postcard, 'Hi'));
		const again = (await open(at)).texts;
		assert.deepEqual(again.get(letter.to), saved);
		assert.deepEqual(
			again.editing.map(({ body }) => body.text),
			['Hi', 'Ünïcode 🎉\n> quoted'],
		);
		assert.equal(again.editingOf(letter)?.id, saved.id);
	});

	it('written many times at once end with the last version', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await Promise.all(
			Array.from({ length: 50 }, (_, nth) => texts.write(written(letter, `${nth}`, { revision: nth + 1 }))),
		);
		assert.deepEqual(await onDisk(at), ['editing 49']);
	});

	it('are gone when nothing is left of them', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hm'));
		await texts.write(written(letter, '', { revision: 2, base: byPage(1) }));
		assert.deepEqual([texts.editing, await onDisk(at)], [[], []]);
		await texts.write(written(letter, 'Yes', { revision: 3, base: byPage(2) }));
		assert.deepEqual(await onDisk(at), ['editing Yes']);
	});

	it('ignore a version that their writer has replaced since', async () => {
		const { texts } = await open(await folder());
		await texts.write(written(letter, 'One, two', { revision: 2 }));
		assert.equal((await texts.write(written(letter, 'One'))).body.text, 'One, two');
		assert.equal(texts.get(letter.to)?.body.text, 'One, two');
	});

	it('ignore such a version also if an earlier one was sent, and what was added to it', async () => {
		const at = await folder();
		const { texts } = await open(at);
		const write = (revision: number, text: string) => texts.write(written(letter, text, { revision }));
		await write(1, 'a');
		await texts.markSent(letter.to);
		const added = await write(3, 'abc');
		await write(2, 'ab');
		assert.deepEqual(await onDisk(at), ['editing abc', 'sent a']);
		await texts.markSent(added.id);
		await write(2, 'ab');
		assert.deepEqual(await onDisk(at), ['sent a', 'sent abc']);
	});

	describe('written by two pages', () => {
		for (const [what, second, expected] of [
			['replace each other if the second one has seen the first', { base: byPage(1) }, ['editing Second']],
			['are both kept if it has not', {}, ['editing First', 'editing Second']],
		] as const) {
			it(what, async () => {
				const at = await folder();
				const { texts } = await open(at);
				await texts.write(written(letter, 'First'));
				await texts.write(written(letter, 'Second', { revision: 2, writer: 'other', ...second }));
				assert.equal(texts.get(letter.to)?.body.text, 'Second');
				assert.deepEqual(await onDisk(at), expected);
			});
		}

		it('are not kept twice if the second one has all of the first', async () => {
			const at = await folder();
			const { texts } = await open(at);
			await texts.write(written(letter, 'First'));
			await texts.write(written(letter, 'First and more', { writer: 'other' }));
			assert.deepEqual(await onDisk(at), ['editing First and more']);
		});

		it('are both kept if a third one continues a version whose number the second one has, too', async () => {
			const at = await folder();
			const { texts } = await open(at);
			const second = { writer: 'first', revision: 2 };
			await texts.write(written(letter, 'One', { writer: 'first' }));
			await texts.write(written(letter, 'One, more', second));
			await texts.write(written(letter, 'Other', { writer: 'other', revision: 2 }));
			await texts.write(written(letter, 'One, more yet', { writer: 'third', revision: 3, base: second }));
			assert.ok((await allOnDisk(at)).includes('editing Other'));
		});

		it('of two windows are both kept, and both windows show both', async () => {
			const at = await folder();
			const [one, other] = [await open(at), await open(at)];
			await Promise.all([
				one.texts.write(written(letter, 'Here')),
				other.texts.write(written(letter, 'There', { writer: 'other' })),
			]);
			for (const window of [one, other])
				await until(() => shown(window).join() === 'editing Here,editing There');
		});
	});

	it('are shown by other windows as they are written, sent, discarded and restored', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		const isShown = (...expected: readonly string[]) =>
			until(() => shown(other).join() === expected.join(), { what: `the other window shows ${expected}` });
		await one.texts.write(written(letter, 'One'));
		await isShown('editing One');
		await one.texts.write(written(letter, 'Two', { revision: 2, base: byPage(1) }));
		await isShown('editing Two');
		await one.texts.discard(letter.to);
		await isShown('discarded Two');
		await one.texts.restore(letter.to);
		await isShown('editing Two');
		await queue(one.texts);
		await isShown('sent Two');
	});

	describe('that cannot be written any more', () => {
		for (const state of ['sent', 'discarded'] as const satisfies readonly TextState[]) {
			const enter = async (texts: Texts<LetterKey, Letter>) => {
				if (state === 'discarded') return texts.discard(letter.to);
				await queue(texts);
			};

			it(`because they were ${state} never change, and what is added is kept once`, async () => {
				const at = await folder();
				const { texts } = await open(at);
				await texts.write(written(letter, 'Said'));
				await enter(texts);
				// A page that is restored as it was before.
				assert.equal((await texts.write(written(letter, 'Sai'))).state, state);
				assert.equal((await texts.write(written(letter, 'Sai', { writer: 'restored' }))).state, state);
				const added = await texts.write(written(letter, 'Said, and', { revision: 2, base: byPage(1) }));
				assert.notEqual(added.id, letter.to);
				await texts.write(written(letter, 'Said, and more', { revision: 3, base: byPage(1) }));
				assert.deepEqual(await onDisk(at), [`editing Said, and more`, `${state} Said`].sort());
			});

			it(`because another window has ${state} them never change, and what is added is kept once`, async () => {
				const at = await folder();
				const one = await open(at);
				await one.texts.write(written(letter, 'Said'));
				const { log } = readable();
				const other = await open(at, { ...fileStorage(at, log), watch: () => ({ dispose: () => {} }) });
				await enter(one.texts);
				assert.equal(other.texts.get(letter.to)?.state, 'editing');
				const added = await other.texts.write(
					written(letter, 'Said, and more', {
						revision: 2,
						base: byPage(1),
						writer: 'other',
					}),
				);
				assert.notEqual(added.id, letter.to);
				assert.deepEqual(await onDisk(at), [`editing Said, and more`, `${state} Said`].sort());
			});
		}
	});

	it('are kept for a day after they were sent and, if they were discarded, until another is written thirty days later', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Sent'));
		await queue(texts);
		await texts.write(written(postcard, 'Discarded'));
		await texts.discard(postcard.to);
		clock.now += day / 2;
		assert.deepEqual(await onDisk(at), ['discarded Discarded', 'sent Sent']);
		clock.now += day;
		assert.deepEqual(await onDisk(at), ['discarded Discarded']);
		clock.now += 30 * day;
		assert.deepEqual(await onDisk(at), ['discarded Discarded']);
		await texts.write(written(letter, 'Later', { id: 'later' }));
		assert.deepEqual(await onDisk(at), ['editing Later']);
	});

	it('that are discarded leave what is typed meanwhile, and can be undone on their page for a minute', async () => {
		const { texts } = await open(await folder());
		await texts.write(written(letter, 'Hm'));
		const discarding = texts.discard(letter.to);
		await texts.write(written(letter, 'Hm, yes', { revision: 2, base: byPage(1) }));
		await discarding;
		assert.equal(texts.editingOf(letter)?.body.text, 'Hm, yes');
		assert.equal(texts.canUndoDiscard(letter), true);
		clock.now += 61_000;
		assert.equal(texts.canUndoDiscard(letter), false);
		assert.equal((await texts.restore(letter.to))?.body.text, 'Hm');
		assert.equal(await texts.restore(letter.to), undefined);
	});

	it('that cannot be written stay in memory, and are written with the next version', async () => {
		const at = await folder();
		const { texts } = await open(at);
		const restore = failing('rename', 'ENOSPC', { path: new RegExp(at) });
		try {
			await assert.rejects(texts.write(written(letter, 'Hm')), { code: 'ENOSPC' });
			await texts.readNow();
		} finally {
			restore();
		}
		assert.equal(texts.get(letter.to)?.body.text, 'Hm');
		await texts.write(written(letter, 'Hm, yes', { revision: 2, base: null }));
		assert.deepEqual(await onDisk(at), ['editing Hm, yes']);
	});

	it('are written when the page saves them again after the disk has failed', async () => {
		const at = await folder();
		const { texts } = await open(at);
		const restore = failing('rename', 'ENOSPC', { path: new RegExp(at) });
		try {
			await assert.rejects(texts.write(written(letter, 'Hm')));
		} finally {
			restore();
		}
		// Otherwise the page would show "Draft saved".
		await texts.write(written(letter, 'Hm'));
		await texts.settled();
		assert.deepEqual(await allOnDisk(at), ['editing Hm']);
	});

	it('are written when the window closes after the disk has failed', async () => {
		const at = await folder();
		const { texts } = await open(at);
		const restore = failing('rename', 'ENOSPC', { path: /(?<!locks)\/texts\//, times: 1 });
		await assert.rejects(texts.write(written(letter, 'Hm')));
		restore();
		await texts.settled();
		assert.deepEqual(await allOnDisk(at), ['editing Hm']);
	});

	it('of two pages are both kept although the disk failed at first', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'First'));
		const restore = failing('rename', 'ENOSPC', { path: /(?<!locks)\/texts\//, times: 1 });
		await texts.write(written(letter, 'Second', { writer: 'other' })).catch(() => {});
		restore();
		await texts.write(written(letter, 'Second.', { revision: 2, writer: 'other' }));
		assert.deepEqual(await allOnDisk(at), ['editing First', 'editing Second.']);
	});

	it('that another window has changed are not discarded by one that has not seen this', async () => {
		const at = await folder();
		const one = await open(at);
		await one.texts.write(written(letter, 'One'));
		const other = await open(at, unwatched(at));
		await one.texts.write(written(letter, 'Two, which is longer', { revision: 2, base: byPage(1) }));
		await other.texts.discard(letter.to);
		const left = await allOnDisk(at);
		assert.ok(
			left.some((text) => text.endsWith('Two, which is longer')),
			`only ${left} is left`,
		);
	});

	it('that were sent without the outbox, because the disk is full, are not drafts after a restart', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hm'));
		const restore = failing('rename', 'ENOSPC', { path: new RegExp(at) });
		await texts.markSent(letter.to);
		restore();
		assert.deepEqual((await open(at)).texts.editing, []);
	});

	it('stays a draft if only an earlier version of it was sent', async () => {
		const { texts } = await open(await folder());
		await texts.write(written(letter, 'Hello'));
		const { revision, writer } = texts.get(letter.to) ?? assert.fail();
		await texts.write(written(letter, 'Hello world', { revision: 2 }));
		await texts.markSent(letter.to, { revision, writer });
		assert.equal(texts.get(letter.to)?.state, 'editing');
		await texts.markSent(letter.to, { revision: 2, writer });
		assert.equal(texts.get(letter.to)?.state, 'sent');
	});

	it('that another window has sent cannot be discarded', async () => {
		const at = await folder();
		const one = await open(at);
		await one.texts.write(written(letter, 'Hm'));
		const other = await open(at, unwatched(at));
		await queue(one.texts);
		for (let time = 0; time < 2; time++)
			await assert.rejects(other.texts.discard(letter.to), /was sent in the meantime/);
		assert.deepEqual(await allOnDisk(at), ['sent Hm']);
	});

	it('that cannot be discarded are still edited', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hm'));
		const restore = failing('rename', 'ENOSPC', { path: /(?<!locks)\/texts\//, times: 1 });
		await assert.rejects(texts.discard(letter.to), { code: 'ENOSPC' });
		restore();
		assert.equal(texts.get(letter.to)?.state, 'editing');
		await texts.discard(letter.to);
		assert.deepEqual(await allOnDisk(at), ['discarded Hm']);
	});

	it('that another window restores after thirty days are not removed by one that starts', async () => {
		const at = await folder();
		const one = await open(at);
		await one.texts.write(written(letter, 'Hm'));
		await one.texts.discard(letter.to);
		clock.now += 31 * 24 * 60 * 60_000;
		await one.texts.write(written(postcard, 'Later'));
		const real = fileStorage(at, readable().log);
		await open(at, {
			...real,
			lock: async (name, ...rest) => {
				if (name[0] === 'locks') await one.texts.restore(letter.to);
				return real.lock(name, ...rest);
			},
		});
		assert.deepEqual(await allOnDisk(at), ['editing Hm', 'editing Later']);
	});

	it('stay although their file cannot be read for a moment', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hm'));
		const real = fileStorage(at, readable().log);
		let isBusy = false;
		const other = await open(at, {
			...real,
			read: (name) => (isBusy && name[0] === 'texts' ? Promise.reject(new Error('EBUSY')) : real.read(name)),
		});
		await texts.write(written(letter, 'Hm, longer', { revision: 2, base: byPage(1) }));
		isBusy = true;
		await other.texts.readNow();
		assert.equal(other.texts.editing.length, 1);
		isBusy = false;
		await other.texts.readNow();
		assert.equal(other.texts.editing[0]?.body.text, 'Hm, longer');
		isBusy = true;
		await texts.write(written(letter, '', { revision: 3, base: byPage(2) }));
		await other.texts.readNow();
		assert.deepEqual(other.texts.editing, []);
	});

	it('are read again only if their files have changed', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hm'));
		const reads: string[] = [];
		const real = unwatched(at);
		const other = await open(at, {
			...real,
			read: (name) => {
				reads.push(name.join('/'));
				return real.read(name);
			},
		});
		await other.texts.readNow();
		assert.deepEqual(reads, [`texts/${letter.to}`]);
		await texts.write(written(letter, 'Hm, longer', { revision: 2, base: byPage(1) }));
		await other.texts.readNow();
		assert.deepEqual([reads.length, shown(other)], [2, ['editing Hm, longer']]);
	});

	it('that cannot be read are set aside, counted and logged until the user removes them', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Good'));
		await writeFile(join(at, 'texts', 'broken'), '{');
		await writeFile(join(at, 'texts', 'older'), '{"saved":1}');
		const again = await open(at);
		assert.deepEqual([shown(again), again.texts.folder.unreadableCount], [['editing Good'], 2]);
		assert.equal((await readdir(join(at, 'unreadable'))).length, 2);
		assert.match(again.lines.map(({ line }) => line).join(), /cannot be read. It is kept in/);
		let reports = 0;
		again.texts.folder.onDidChangeUnreadable(() => reports++);
		for (const name of await readdir(join(at, 'unreadable'))) await rm(join(at, 'unreadable', name));
		await again.texts.readNow();
		assert.deepEqual([again.texts.folder.unreadableCount, reports], [0, 1]);
	});

	it('that are sent or edited while their file is broken replace it, and the file is kept', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hm'));
		await writeFile(join(at, 'texts', letter.to), '{');
		await texts.write(written(letter, 'Hm, yes', { revision: 2, base: byPage(1) }));
		await texts.readNow();
		assert.deepEqual([await onDisk(at), texts.folder.unreadableCount], [['editing Hm, yes'], 1]);
	});

	/** A storage of a window that is killed before its nth change of the disk. */
	function dyingStorage(real: Storage, left: number): Storage {
		let changes = left;
		const unlessDead =
			<A extends unknown[], R>(change: (...args: A) => Promise<R>) =>
			async (...args: A): Promise<R> => {
				changes -= 1;
				if (changes < 0) throw new Error('The window is dead.');
				return change(...args);
			};
		const { replace, remove, move } = real;
		return {
			...real,
			replace: unlessDead(replace),
			remove: unlessDead(remove),
			move: unlessDead(move),
		};
	}

	it('are in exactly one state, with all that was acknowledged, wherever their window is killed', async () => {
		let isOver = false;
		for (let left = 0; !isOver; left++) {
			const at = await folder();
			const { log } = readable();
			const { texts } = await open(at, dyingStorage(fileStorage(at, log), left));
			const done: string[] = [];
			const step = async (what: string, work: () => Promise<unknown>) => {
				await work();
				done.push(what);
			};
			const run = async () => {
				await step('wrote Hm', () => texts.write(written(letter, 'Hm')));
				await step('wrote Hm, yes', () =>
					texts.write(written(letter, 'Hm, yes', { revision: 2, base: byPage(1) })),
				);
				await step('discarded', () => texts.discard(letter.to));
				await step('restored', () => texts.restore(letter.to));
				await step('sent', () => queue(texts));
				const again = { id: letter.to, account: written(letter, '').account, key: letter };
				await step('edited again', () =>
					texts.editAgain({ ...again, body: { text: 'Hm, yes', stamps: [] } }, true, ownLock.confirm),
				);
			};
			await run().catch(() => {});
			isOver = done.at(-1) === 'edited again';
			const next = await open(at);
			const found = [letter, postcard].flatMap((key) => next.texts.of(key));
			assert.equal(next.texts.folder.unreadableCount, 0);
			const isWhole = found.some(({ body }) => body.text === 'Hm, yes');
			if (done.includes('wrote Hm, yes')) assert.ok(isWhole, `${done}: ${JSON.stringify(found)}`);
			else if (done.includes('wrote Hm')) assert.match(found[0]?.body.text ?? '', /^Hm/);
			const main = next.texts.get(letter.to);
			const last = done.at(-1);
			if (last === 'discarded') assert.match(main?.state ?? '', /discarded|editing/);
			if (last === 'sent') assert.match(main?.state ?? '', /sent|editing/);
			if (isOver) assert.equal(main?.state, 'editing');
			assert.ok(left < 50);
		}
	});
});
