import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { splitTextId } from '../../../../../src/platform/state/texts/queued-texts.ts';
import { Texts } from '../../../../../src/platform/state/texts/texts.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { failing } from '../../../../tools/failing-files.ts';
import { byPage, letter, letters, written } from '../letters.ts';
import { delivery, textWindows } from './text-windows.ts';

describe('Texts on their way', () => {
	const { folder, ending, open, onDisk, allOnDisk } = textWindows();

	it('can be edited again, and are then a new version', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hm'));
		await texts.queued.setEntries(letter.to, [delivery('~bob')], 'sent');
		await texts.queued.setEntries(letter.to, [], 'editing');
		assert.deepEqual(await onDisk(at), ['editing Hm']);
		assert.equal(texts.get(letter.to)?.revision, 2);
	});

	it('to several are edited again for some of them only, once, even if a window was killed meanwhile', async () => {
		const at = await folder();
		const { texts } = await open(at);
		await texts.write(written(letter, 'Hm'));
		const all = [delivery('~bob'), delivery('~cy'), delivery('~dee')];
		await texts.queued.setEntries(letter.to, all, 'sent');
		await texts.queued.setEntries(letter.to, all.slice(1), 'sent');
		for (let time = 0; time < 2; time++) await texts.queued.setEntries(letter.to, all.slice(2), 'editing');
		const part = texts.get(splitTextId(letter.to, '~cy'));
		assert.deepEqual([part?.state, part?.key.to, part?.body.text], ['editing', '~cy', 'Hm']);
		assert.deepEqual(await texts.queued.readEntries(), all.slice(2));
		assert.equal(texts.editing.length, 1);
	});

	it('are not sent by a window that has seen another version', async () => {
		const at = await folder();
		const one = await open(at);
		await one.texts.write(written(letter, 'One'));
		const { log } = readable();
		const other = await open(at, { ...fileStorage(at, log), watch: () => ({ dispose: () => {} }) });
		await one.texts.write(written(letter, 'Two', { revision: 2, base: byPage(1) }));
		await assert.rejects(
			other.texts.queued.setEntries(letter.to, [delivery('~bob')], 'sent'),
			(error) => error instanceof ForgeError && /changed in another window/.test(error.message),
		);
		await one.texts.discard(letter.to);
		await assert.rejects(
			other.texts.queued.setEntries(letter.to, [delivery('~bob')], 'sent'),
			/sent or discarded/,
		);
		assert.deepEqual(await onDisk(at), ['discarded Two']);
	});

	it('of what exists only in this window are in no file', async () => {
		const at = await folder();
		const { log } = readable();
		const storage = fileStorage(at, log);
		const texts = new Texts({ storage, format: { ...letters, isLocal: () => true }, pauseMs: 0, log });
		ending(() => texts.dispose());
		await texts.open();
		await texts.write(written(letter, 'Hm'));
		await texts.queued.setEntries(letter.to, [delivery('~bob')], 'sent');
		assert.deepEqual([await onDisk(at), await texts.queued.readEntries()], [[], [delivery('~bob')]]);
		await texts.queued.setEntries(letter.to, [], 'editing');
		assert.deepEqual(await onDisk(at), ['editing Hm']);
	});

	it('edited again for a part stay as they are if this is repeated after a kill', async () => {
		const at = await folder();
		const real = fileStorage(at, readable().log);
		let isKilled = false;
		const { texts } = await open(at, {
			...real,
			replace: (name, ...rest) =>
				isKilled && name[1] === letter.to ? Promise.reject(new Error('killed')) : real.replace(name, ...rest),
		});
		await texts.write(written(letter, 'Hm'));
		const all = [delivery('~bob'), delivery('~cy')];
		await texts.queued.setEntries(letter.to, all, 'sent');
		// The window is killed after the part was split off, before the entries are written.
		isKilled = true;
		await texts.queued.setEntries(letter.to, all.slice(1), 'editing').catch(() => {});
		const next = (await open(at)).texts;
		const id = splitTextId(letter.to, '~bob');
		assert.equal(next.get(id)?.state, 'editing');
		await next.write(
			written(letter, 'Hm, and an hour of work', {
				id,
				revision: 2,
				base: byPage(1),
				writer: 'next page',
			}),
		);
		await next.queued.setEntries(letter.to, all.slice(1), 'editing');
		const left = await allOnDisk(at);
		assert.ok(left.includes('editing Hm, and an hour of work'), `only ${left} is left`);
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
		await texts.queued.setEntries(letter.to, [delivery('~bob')], 'sent');
		assert.deepEqual(await allOnDisk(at), ['queued Hello']);
	});
});
