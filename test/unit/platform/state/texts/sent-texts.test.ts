import assert from 'node:assert/strict';
import { ownLock } from '../../../../../src/base/files/held-lock.ts';
import type { Texts } from '../../../../../src/platform/state/texts/texts.ts';
import { failing } from '../../../../tools/failing-files.ts';
import { byPage, type Letter, type LetterKey, letter, postcard, written } from '../letters.ts';
import { queue, textWindows } from './text-windows.ts';

/** Lets the user edit again what the outbox has of a letter. */
const editAgain = (
	texts: Texts<LetterKey, Letter>,
	text: string,
	{ id = letter.to, isWhole = true, confirm = ownLock.confirm } = {},
) => {
	const { account, key, body } = written(letter, text);
	return texts.editAgain({ id, account, key, body }, isWhole, confirm);
};

describe('Texts that an outbox sends', () => {
	const { folder, open, onDisk, allOnDisk, unwatched } = textWindows();

	it('can be edited again, and are then a new version', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hm'));
		await queue(texts);
		assert.deepEqual(await onDisk(at), ['sent Hm']);
		await editAgain(texts, 'Hm');
		assert.deepEqual(await onDisk(at), ['editing Hm']);
		assert.equal(texts.get(letter.to)?.revision, 2);
	});

	it('can be edited again although they are no longer kept, and in part', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await editAgain(texts, 'Hm');
		await editAgain(texts, 'A part', { id: 'part', isWhole: false });
		assert.deepEqual(await onDisk(at), ['editing A part', 'editing Hm']);
	});

	it('are edited again once, with all that the user has added since a window was killed meanwhile', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hm'));
		await queue(texts);
		for (const isWhole of [true, false]) {
			const id = isWhole ? letter.to : 'part';
			await editAgain(texts, 'Hm', { id, isWhole });
			const more = { id, revision: 3, base: byPage(1), writer: 'next page' };
			await texts.write(written(letter, 'Hm, and an hour of work', more));
			await editAgain(texts, 'Hm', { id, isWhole });
			assert.equal(texts.get(id)?.body.text, 'Hm, and an hour of work');
		}
		assert.equal(texts.editing.length, 2);
		// The user has begun anew instead.
		await texts.discard('part');
		await editAgain(texts, 'Hm', { id: 'part', isWhole: false });
		assert.deepEqual(texts.editing.map(({ body }) => body.text).sort(), ['Hm', 'Hm, and an hour of work']);
	});

	it('are left to another window by one that has hung', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hm'));
		await queue(texts);
		const confirm = async () => {
			throw new Error('lost');
		};
		await assert.rejects(editAgain(texts, 'Hm', { confirm }), /lost/);
		assert.deepEqual(await onDisk(at), ['sent Hm']);
	});

	it('are not sent by a window that has seen another version', async () => {
		const at = await folder();
		const one = await open(at);
		await one.texts.write(written(letter, 'One'));
		const other = await open(at, unwatched(at));
		await one.texts.write(written(letter, 'Two', { revision: 2, base: byPage(1) }));
		await assert.rejects(other.texts.checkToSend(letter.to), /changed in another window/);
		await one.texts.checkToSend(letter.to);
		await one.texts.discard(letter.to);
		await assert.rejects(other.texts.checkToSend(letter.to), /sent or discarded/);
		assert.deepEqual(await onDisk(at), ['discarded Two']);
	});

	it('are no drafts in a window that has not read their last version, but what it has added is kept', async () => {
		const at = await folder();
		const one = await open(at);
		await one.texts.write(written(letter, 'One'));
		const other = await open(at, unwatched(at));
		await one.texts.write(written(letter, 'One, two', { revision: 2, base: byPage(1) }));
		// The first window is killed before it has marked the text.
		await other.texts.markSent(letter.to, byPage(2));
		assert.deepEqual([other.texts.editing, await onDisk(at)], [[], ['sent One, two']]);
		await one.texts.write(written(postcard, 'Three'));
		await one.texts.markSent(postcard.to, byPage(2));
		assert.deepEqual(await onDisk(at), ['editing Three', 'sent One, two']);
	});

	it('can be sent although the disk has failed before', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hello world'));
		const restore = failing('rename', 'ENOSPC', { path: /(?<!locks)\/texts\//, times: 1 });
		await assert.rejects(texts.write(written(letter, 'Hello', { revision: 2 })));
		restore();
		// The disk has room again, and the user sends what they see.
		await texts.write(written(letter, 'Hello', { revision: 2 }));
		await queue(texts);
		assert.deepEqual(await allOnDisk(at), ['sent Hello']);
	});

	it('are no drafts although the disk is full since the outbox has them', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hello'));
		const restore = failing('rename', 'ENOSPC', { path: /(?<!locks)\/texts\// });
		await queue(texts);
		restore();
		assert.deepEqual([texts.editing, await allOnDisk(at)], [[], []]);
	});
});
