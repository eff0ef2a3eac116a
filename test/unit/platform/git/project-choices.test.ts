import assert from 'node:assert/strict';
import { StoredChoices } from '../../../../src/platform/git/project-choices.ts';

/** Keeps values as VS Code does: as JSON. */
function memoryWith(values: Record<string, unknown> = {}) {
	return {
		get: (name: string): unknown => values[name],
		update: async (name: string, value: unknown) => {
			values[name] = JSON.parse(JSON.stringify(value));
		},
	};
}

const editor = { instance: 'forge', owner: '~ana', name: 'editor' };
const bugs = { instance: 'forge', owner: '~ana', name: 'bugs' };

describe('The choices for a project', () => {
	it('are remembered for each folder', async () => {
		const memory = memoryWith();
		const choices = new StoredChoices(memory);
		await choices.change('/a', { tracker: bugs, list: 'none' });
		await choices.change('/b', { repository: editor });
		const later = new StoredChoices(memory);
		assert.deepEqual(later.get('/a'), { tracker: bugs, list: 'none' });
		assert.deepEqual(later.get('/b'), { repository: editor });
		assert.deepEqual(later.get('/c'), {});
	});

	it('are changed one at a time', async () => {
		const choices = new StoredChoices(memoryWith());
		await choices.change('/a', { tracker: bugs });
		await choices.change('/a', { list: editor });
		await choices.change('/a', { tracker: 'none' });
		assert.deepEqual(choices.get('/a'), { tracker: 'none', list: editor });
	});

	it('are announced with their folder once they are stored', async () => {
		const choices = new StoredChoices(memoryWith());
		const seen: unknown[] = [];
		choices.onDidChange((root) => seen.push([root, choices.get(root)]));
		await choices.change('/a', { tracker: bugs });
		assert.deepEqual(seen, [['/a', { tracker: bugs }]]);
	});

	it('are empty if the stored ones cannot be read, and can be made again', async () => {
		for (const stored of [7, 'x', null, [], { '/a': 7 }, { '/a': { tracker: { instance: 1 } } }]) {
			const choices = new StoredChoices(memoryWith({ 'projects.choices': stored }));
			assert.deepEqual(choices.get('/a'), {}, JSON.stringify(stored));
			await choices.change('/a', { tracker: bugs });
			assert.deepEqual(choices.get('/a'), { tracker: bugs });
		}
	});

	it('are forgotten for the folder that was changed longest ago if there are too many', async () => {
		const choices = new StoredChoices(memoryWith());
		for (let n = 0; n <= 200; n++) await choices.change(`/${n}`, { tracker: 'none' });
		assert.deepEqual(choices.get('/0'), {});
		assert.deepEqual(choices.get('/1'), { tracker: 'none' });
		assert.deepEqual(choices.get('/200'), { tracker: 'none' });
	});
});
