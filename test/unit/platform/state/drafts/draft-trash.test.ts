import assert from 'node:assert/strict';
import type { Draft } from '../../../../../src/platform/state/drafts/draft.ts';
import { DraftTrash } from '../../../../../src/platform/state/drafts/draft-trash.ts';
import { stage } from '../../../tickets/state/forge.ts';
import { type Letter, type LetterKey, letter, letters, written } from '../letters.ts';

const day = 24 * 60 * 60_000;
const draft = (text: string): Draft<LetterKey, Letter> => ({
	...written(letter, text),
	saved: 1,
});
const textOf = (one: string) => JSON.stringify(draft(one));

describe('Discarded drafts', () => {
	const { storage: newStorage } = stage();

	async function open() {
		const storage = await newStorage();
		const clock = { now: 1_800_000_000_000 };
		const discarded = new DraftTrash(storage, letters, () => clock.now);
		const names = async () => (await storage.list(['discarded'])).map(({ name }) => name).sort();
		return { storage, clock, discarded, names };
	}

	it('are restored from the latest one of their name, which stays until it is removed', async () => {
		const { discarded, clock, names } = await open();
		for (const text of ['first', 'second']) {
			clock.now += 1000;
			await discarded.keep('one', textOf(text));
			await discarded.keep('two', textOf(`other ${text}`));
		}
		const last = await discarded.last('one');
		assert.equal(last?.draft.body.text, 'second');
		assert.equal((await names()).length, 4);
		await last?.remove();
		assert.equal((await discarded.last('one'))?.draft.body.text, 'first');
		assert.equal(await discarded.last('three'), undefined);
	});

	it('are ordered by the time in their names, so that copied files keep their order', async () => {
		const { storage, discarded } = await open();
		await storage.replace(['discarded', '1800000000900-one'], textOf('late'));
		await storage.replace(['discarded', '1800000000100-one'], textOf('early'));
		assert.equal((await discarded.last('one'))?.draft.body.text, 'late');
	});

	it('cannot be restored if they cannot be read', async () => {
		const { discarded } = await open();
		await discarded.keep('one', 'half a dra');
		assert.equal(await discarded.last('one'), undefined);
	});

	it('can be undone for a minute, until they are restored', async () => {
		const { discarded, clock } = await open();
		assert.equal(discarded.canUndo('one'), false);
		discarded.beginUndo('one');
		clock.now += 59_999;
		discarded.beginUndo('two');
		discarded.forgetOldTimes();
		assert.deepEqual(
			['one', 'two'].map((name) => discarded.canUndo(name)),
			[true, true],
		);
		discarded.endUndo('two');
		clock.now += 1;
		assert.deepEqual(
			['one', 'two'].map((name) => discarded.canUndo(name)),
			[false, false],
		);
	});

	it('are kept for thirty days', async () => {
		const { discarded, clock, names } = await open();
		await discarded.keep('one', textOf('a'));
		clock.now += 30 * day;
		await discarded.trim();
		assert.equal((await names()).length, 1);
		clock.now += 1;
		await discarded.trim();
		assert.deepEqual(await names(), []);
	});

	it('are at most ten of one name, and a hundred in all, the latest', async () => {
		const { discarded, clock, names, storage } = await open();
		for (let nth = 0; nth < 11; nth++) {
			clock.now += 1;
			await discarded.keep('one', textOf(String(nth)));
		}
		assert.deepEqual(
			(await names()).map((name) => Number(name.split('-')[0]) - 1_800_000_000_000),
			[2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
		);
		for (let nth = 0; nth < 95; nth++)
			await storage.replace(['discarded', `${clock.now + 1 + nth}-other${nth}`], textOf('x'));
		await discarded.trim();
		assert.equal((await names()).length, 100);
		assert.equal((await names()).filter((name) => name.endsWith('-one')).length, 5);
	});
});
