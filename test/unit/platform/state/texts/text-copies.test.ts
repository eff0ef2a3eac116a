import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { TextCopies } from '../../../../../src/platform/state/texts/text-copies.ts';
import { TextEvents } from '../../../../../src/platform/state/texts/text-events.ts';
import { TextFolder } from '../../../../../src/platform/state/texts/text-folder.ts';
import { TextMemory } from '../../../../../src/platform/state/texts/text-memory.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { endings } from '../../../../tools/endings.ts';
import { type Letter, type LetterKey, letters, textOf } from '../letters.ts';

describe('Copies of texts', () => {
	const ending = endings();

	function open() {
		const { log, lines } = readable();
		const lifetime = new Lifetime();
		ending(lifetime);
		const storage = memoryStorage();
		const folder = new TextFolder<LetterKey, Letter>({
			...{ storage, format: letters, lifetime, log },
		});
		const memory = new TextMemory<LetterKey, Letter>(letters, new TextEvents(lifetime, log));
		const onDisk = async () => (await folder.list()).map(({ body }) => body.text);
		return { copies: new TextCopies(folder, memory, log), memory, storage, onDisk, lines };
	}

	it('are in memory at once, and written once, even if the disk fails at first', async () => {
		const { copies, memory, storage, onDisk } = open();
		copies.addReplaced(textOf('one', 'Replaced'));
		assert.deepEqual(
			memory.all.map(({ id, body }) => [id === 'one', body.text]),
			[[false, 'Replaced']],
		);
		const { replace } = storage;
		storage.replace = async () => {
			throw new Error('of the test');
		};
		await assert.rejects(copies.write(), /of the test/);
		storage.replace = replace;
		for (let time = 0; time < 2; time++) await copies.write();
		assert.deepEqual(await onDisk(), ['Replaced']);
	});

	it('of what is replaced on the disk are logged', async () => {
		const { copies, memory, onDisk, lines } = open();
		await copies.saveReplaced(textOf('one', 'Replaced'));
		assert.deepEqual([await onDisk(), memory.get('one'), lines.length], [['Replaced'], undefined, 1]);
	});

	it('leave a text that is there as it is', async () => {
		const { copies, memory, onDisk } = open();
		await copies.createIfMissing(textOf('one', 'First'));
		const { body } = await copies.createIfMissing(textOf('one', 'Second'));
		assert.deepEqual(
			[body.text, await onDisk(), memory.get('one')?.body.text],
			['First', ['First'], 'First'],
		);
	});
});
