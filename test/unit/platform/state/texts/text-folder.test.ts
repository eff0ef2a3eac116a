import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import type { Text } from '../../../../../src/platform/state/texts/text.ts';
import { TextFolder } from '../../../../../src/platform/state/texts/text-folder.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { until } from '../../../../tools/until.ts';
import { type Delivery, type Letter, type LetterKey, letters, textOf } from '../letters.ts';

describe('The folder of texts', () => {
	const { folder, ending } = stage();

	async function open() {
		const at = await folder();
		/** Its reads end when `held` resolves. */
		const window = (held = Promise.resolve()) => {
			const { log, lines } = readable();
			const lifetime = new Lifetime();
			ending(() => lifetime.dispose());
			const storage = fileStorage(at, log);
			const reads: string[] = [];
			const counting = {
				...storage,
				read: async (name: Parameters<typeof storage.read>[0]) => {
					const content = await storage.read(name);
					reads.push(name.join('/'));
					await held;
					return content;
				},
			};
			const options = { storage: counting, format: letters, lifetime, log, now: () => 5 };
			return { texts: new TextFolder<LetterKey, Letter, Delivery>(options), reads, lines };
		};
		return { at, window, ...window() };
	}

	it('reads a file again only when it has changed', async () => {
		const { texts, window, reads } = await open();
		const other = window().texts;
		await other.change('one', () => textOf('one'));
		assert.deepEqual(await texts.list(), [textOf('one')]);
		await texts.list();
		assert.deepEqual(reads, ['texts/one']);
		await other.change('one', () => textOf('one', 'changed'));
		assert.deepEqual(await texts.list(), [textOf('one', 'changed')]);
	});

	it('gives a change what is on the disk, and writes nothing if that stays', async () => {
		const { texts, window } = await open();
		await window().texts.change('one', () => textOf('one'));
		assert.deepEqual(await texts.change('one', (text) => text), textOf('one'));
		assert.equal(await texts.change('one', () => undefined), undefined);
		assert.deepEqual(await texts.list(), []);
	});

	it('makes one change of a text at a time', async () => {
		const { texts, window } = await open();
		const add = (letters: string) => (text: Text<LetterKey, Letter, Delivery> | undefined) =>
			textOf('one', `${text?.body.text ?? ''}${letters}`);
		await Promise.all([texts.change('one', add('a')), window().texts.change('one', add('b'))]);
		const [text] = await texts.list();
		assert.deepEqual([...(text?.body.text ?? '')].sort(), ['a', 'b']);
	});

	it('does not set aside what has replaced an unreadable file in the meantime', async () => {
		const { at, texts, window } = await open();
		await mkdir(join(at, 'texts'));
		await writeFile(join(at, 'texts', 'one'), '{');
		const held = Promise.withResolvers<void>();
		const slow = window(held.promise);
		const listed = slow.texts.list();
		await until(() => slow.reads.length > 0);
		await texts.change('one', () => textOf('one'));
		held.resolve();
		assert.deepEqual([await listed, await texts.list()], [[textOf('one')], [textOf('one')]]);
		assert.equal(texts.unreadableCount, 1);
	});

	it('leaves a broken file where it is if it cannot be read again', async () => {
		const { at } = await open();
		const { log } = readable();
		await mkdir(join(at, 'texts'));
		await writeFile(join(at, 'texts', 'one'), '{');
		let reads = 0;
		const storage = fileStorage(at, log);
		const read = async (name: Parameters<typeof storage.read>[0]) => {
			reads += 1;
			if (reads === 2) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
			return storage.read(name);
		};
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const options = { storage: { ...storage, read }, format: letters, lifetime, log, now: () => 5 };
		const texts = new TextFolder<LetterKey, Letter, Delivery>(options);
		assert.deepEqual([await texts.list(), texts.unreadableCount], [[], 1]);
		assert.deepEqual(
			(await storage.list(['texts'])).map(({ name }) => name),
			['one'],
		);
	});

	it('sets aside what cannot be read, before it is replaced, too', async () => {
		const { at, texts, lines } = await open();
		await mkdir(join(at, 'texts'));
		for (const name of ['one', 'two']) await writeFile(join(at, 'texts', name), '{');
		assert.equal(await texts.change('one', (text) => text ?? textOf('one')).then((text) => text?.id), 'one');
		assert.deepEqual([await texts.list(), texts.unreadableCount], [[textOf('one')], 2]);
		assert.equal(lines.filter(({ line }) => /cannot be read/.test(line)).length, 2);
	});
});
