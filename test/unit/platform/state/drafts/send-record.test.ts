import assert from 'node:assert/strict';
import type { Draft } from '../../../../../src/platform/state/drafts/draft.ts';
import { readSending, SendRecord } from '../../../../../src/platform/state/drafts/send-record.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { readable, stage } from '../../../tickets/state/forge.ts';
import { type Letter, type LetterKey, letter, letters, written } from '../letters.ts';

const draft = (text: string, saved: number): Draft<LetterKey, Letter> => ({
	...written(letter, text),
	saved,
});
const sentAt = (at: number, text: string) => ({ draft: draft(text, at), newest: 0, at, isSent: true });

describe('The record of what was sent', () => {
	const { folder } = stage();

	async function open() {
		const { log } = readable();
		const storage = fileStorage(await folder(), log);
		/** The record as another window opens it. */
		const record = () => new SendRecord(storage, letters, 'a', log);
		return { record, storage };
	}

	it('recognizes a draft in another window that still has it', async () => {
		const { record } = await open();
		await record().put(sentAt(7, 'Hello.'));
		assert.equal(await record().hasSent(draft('Hello.', 5)), true);
	});

	it('recognizes it even if the clock was set back before it was sent', async () => {
		const { record } = await open();
		await record().put({ ...sentAt(7, 'Hello.'), at: 2 });
		assert.equal(await record().hasSent(draft('Hello.', 7)), true);
		await record().put(sentAt(8, 'Hello again.'));
		assert.equal(await record().hasSent(draft('Hello.', 7)), true);
	});

	it('recognizes it even if others were sent since', async () => {
		const { record } = await open();
		await record().put(sentAt(7, 'Hello.'));
		await record().put(sentAt(8, 'Hello again.'));
		await record().put({ ...sentAt(9, 'Are you there?'), isSent: false });
		assert.equal(await record().hasSent(draft('Hello.', 5)), true);
		assert.equal(await record().hasSent(draft('Hello again.', 5)), true);
	});

	it('does not take a draft for one that was written afterwards, that differs, or that may not have arrived', async () => {
		const { record } = await open();
		assert.equal(await record().hasSent(draft('Hello.', 5)), false);
		await record().put(sentAt(7, 'Hello.'));
		assert.equal(await record().hasSent(draft('Hello.', 8)), false);
		assert.equal(await record().hasSent(draft('Hello', 5)), false);
		assert.equal(
			await record().hasSent({ ...draft('Hello.', 5), body: { text: 'Hello.', stamps: ['2'] } }),
			false,
		);
		await record().put({ ...sentAt(9, 'Again.'), isSent: false });
		assert.equal(await record().hasSent(draft('Again.', 5)), false);
	});

	it('still knows what was sent before a draft that was refused or discarded', async () => {
		const { record } = await open();
		await record().put(sentAt(7, 'Hello.'));
		await record().put({ ...sentAt(9, 'Are you there?'), isSent: false });
		await record().forgetUnsent();
		assert.deepEqual([await record().read(), await record().hasSent(draft('Hello.', 5))], [undefined, true]);
		await record().put(sentAt(10, 'Returned.'));
		await record().remove();
		assert.equal(await record().hasSent(draft('Hello.', 5)), true);
		assert.equal(await record().hasSent(draft('Returned.', 5)), false);
		await record().put(sentAt(12, 'Bye.'));
		assert.equal(await record().hasSent(draft('Hello.', 5)), true);
	});

	it('does not grow without end', async () => {
		const { record, storage } = await open();
		const dayMs = 24 * 60 * 60_000;
		for (let n = 0; n < 150; n++) await record().put(sentAt(n, `Letter ${n}.`));
		const stored = async () => readSending(letters, await storage.read(['sends', 'a']))?.earlier.length;
		assert.equal(await stored(), 100);
		await record().put(sentAt(dayMs + 140, 'The next day.'));
		assert.equal(await stored(), 9);
	});

	it('of an earlier version is read', () => {
		assert.deepEqual(readSending(letters, JSON.stringify(sentAt(7, 'Hello.'))), {
			...sentAt(7, 'Hello.'),
			earlier: [],
		});
	});
});
