import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { Storage } from '../../../../src/base/files/storage.ts';
import { StoredChoices } from '../../../../src/platform/git/project-choices.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { until } from '../../../tools/until.ts';

const editor = { instance: 'forge', owner: '~ana', name: 'editor' };
const bugs = { instance: 'forge', owner: '~ana', name: 'bugs' };

describe('The choices for a project', () => {
	const { folder, ending } = stage();

	/** The choices in a window. Windows with the same storage share them. */
	async function open(storage: Storage) {
		const { log } = readable();
		const choices = new StoredChoices(storage, log);
		ending(() => choices.dispose());
		let changes = 0;
		choices.onDidChange(() => changes++);
		await choices.open();
		return { choices, changes: () => changes };
	}

	const newStorage = async () => fileStorage(await folder(), readable().log);

	it('are remembered for each folder in all windows, also those of other workspaces', async () => {
		const storage = await newStorage();
		const { choices } = await open(storage);
		await choices.change('/a', { tracker: bugs, list: 'none' });
		await choices.change('/b', { repository: editor });
		const { choices: later } = await open(storage);
		assert.deepEqual(later.get('/a'), { tracker: bugs, list: 'none' });
		assert.deepEqual(later.get('/b'), { repository: editor });
		assert.deepEqual(later.get('/c'), {});
	});

	it('are changed one at a time', async () => {
		const { choices } = await open(await newStorage());
		await choices.change('/a', { tracker: bugs });
		await choices.change('/a', { list: editor });
		await choices.change('/a', { tracker: 'none' });
		assert.deepEqual(choices.get('/a'), { tracker: 'none', list: editor });
	});

	it('of another window are noticed', async () => {
		const storage = await newStorage();
		const [one, other] = [await open(storage), await open(storage)];
		await one.choices.change('/a', { tracker: bugs });
		await until(() => other.changes() > 0, { what: 'the other window notices the choice' });
		assert.deepEqual(other.choices.get('/a'), { tracker: bugs });
	});

	it('are empty for a folder whose stored ones cannot be read, and can be made again', async () => {
		for (const stored of [7, 'x', null, { tracker: { instance: 1 } }]) {
			const storage = await newStorage();
			await storage.replace(
				['projects', 'choices'],
				JSON.stringify({ '/a': stored, '/b': { list: editor } }),
			);
			const { choices } = await open(storage);
			assert.deepEqual(choices.get('/a'), {}, JSON.stringify(stored));
			await choices.change('/a', { tracker: bugs });
			assert.deepEqual([choices.get('/a'), choices.get('/b')], [{ tracker: bugs }, { list: editor }]);
		}
	});

	it('are forgotten for the folders that were changed longest ago if there are too many', async () => {
		const storage = await newStorage();
		const many = Array.from({ length: 500 }, (_, nth) => [`/${nth}`, { tracker: 'none' }]);
		await storage.replace(['projects', 'choices'], JSON.stringify(Object.fromEntries(many)));
		const { choices } = await open(storage);
		await choices.change('/0', { list: 'none' });
		await choices.change('/new', { tracker: bugs });
		assert.deepEqual(choices.get('/0'), { tracker: 'none', list: 'none' });
		assert.deepEqual(choices.get('/1'), {});
		assert.deepEqual(choices.get('/2'), { tracker: 'none' });
		assert.deepEqual(choices.get('/new'), { tracker: bugs });
	});
});
