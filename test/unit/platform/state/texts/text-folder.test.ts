import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import type { Text } from '../../../../../src/platform/state/texts/text.ts';
import { TextFolder } from '../../../../../src/platform/state/texts/text-folder.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { type Delivery, type Letter, type LetterKey, letters, textOf } from '../letters.ts';

describe('The folder of texts', () => {
	const { folder, ending } = stage();

	async function open() {
		const at = await folder();
		const window = () => {
			const { log, lines } = readable();
			const lifetime = new Lifetime();
			ending(() => lifetime.dispose());
			const storage = fileStorage(at, log);
			const reads: string[] = [];
			const counting = {
				...storage,
				read: (name: Parameters<typeof storage.read>[0]) => {
					reads.push(name.join('/'));
					return storage.read(name);
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

	it('sets aside what cannot be read, before it is replaced, too', async () => {
		const { at, texts, lines } = await open();
		await mkdir(join(at, 'texts'));
		for (const name of ['one', 'two']) await writeFile(join(at, 'texts', name), '{');
		assert.equal(await texts.change('one', (text) => text ?? textOf('one')).then((text) => text?.id), 'one');
		assert.deepEqual([await texts.list(), texts.unreadableCount], [[textOf('one')], 2]);
		assert.equal(lines.filter(({ line }) => /cannot be read/.test(line)).length, 2);
	});
});
