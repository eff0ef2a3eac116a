import assert from 'node:assert/strict';
import { trackerExtraOperations } from '../../../../../src/forge/graphql/trackers/extra-operations.ts';
import { labelOperations } from '../../../../../src/forge/graphql/trackers/label-operations.ts';
import { stage } from '../../../../kit/forge/tracker-forge.ts';
import { refusal } from './tracker-area.ts';

describe('The labels of a tracker in GraphQL', () => {
	const resources = stage();
	const place = { owner: '~ana', tracker: 'editor' };
	const colors = { background: '#00aa00', text: '#ffffff' };

	async function open(as: 'ana' | 'bob' = 'ana') {
		const forge = await resources.forge();
		const names = () => forge.tracker.labels.map(({ name }) => name);
		return { forge, extras: forge.extras(as), names };
	}

	it('are among what only GraphQL offers', () => {
		for (const [name, operation] of Object.entries(labelOperations)) {
			assert.equal(Reflect.get(trackerExtraOperations, name), operation);
		}
	});

	it('can be created, and the answer has the name and the colors', async () => {
		const { extras, forge, names } = await open();
		const created = await extras.createLabel(place, { name: 'C/API "new"', colors });
		assert.deepEqual([created.name, created.colors], ['C/API "new"', colors]);
		assert.deepEqual(names(), ['bug', 'easy', 'slow', 'C/API "new"']);
		assert.deepEqual(forge.tracker.labels.at(-1)?.colors, colors);
	});

	it('can get another name and other colors, each by itself', async () => {
		const { extras, forge, names } = await open();
		const before = forge.tracker.labels[1]?.colors;
		const renamed = await extras.updateLabel({ ...place, label: 'easy' }, { name: 'good first' });
		assert.deepEqual([renamed.name, renamed.colors, names()[1]], ['good first', before, 'good first']);
		const colored = await extras.updateLabel({ ...place, label: 'good first' }, { colors });
		assert.deepEqual([colored.name, colored.colors], ['good first', colors]);
		assert.deepEqual(forge.tracker.labels[1]?.colors, colors);
	});

	it('can be deleted', async () => {
		const { extras, names } = await open();
		await extras.deleteLabel({ ...place, label: 'easy' });
		assert.deepEqual(names(), ['bug', 'slow']);
	});

	it('that are missing can be neither changed nor deleted', async () => {
		const { extras, names } = await open();
		const missing = { ...place, label: 'none' };
		assert.equal((await refusal(extras.updateLabel(missing, { name: 'bug' }))).kind, 'missing');
		assert.equal((await refusal(extras.deleteLabel(missing))).kind, 'missing');
		assert.deepEqual(names(), ['bug', 'easy', 'slow']);
	});

	it('have names that are not empty and not in use, and the refusal says so', async () => {
		const { extras, names } = await open();
		for (const name of ['', 'bug']) {
			for (const answer of [
				extras.createLabel(place, { name, colors }),
				extras.updateLabel({ ...place, label: 'slow' }, { name }),
			]) {
				const { kind, reasons } = await refusal(answer);
				assert.deepEqual([kind, reasons.map(({ field }) => field)], ['refused', ['name']]);
			}
		}
		assert.deepEqual(names(), ['bug', 'easy', 'slow']);
	});

	it('are changed by the owner only', async () => {
		const { extras, names } = await open('bob');
		const label = { ...place, label: 'bug' };
		const answers = [
			extras.createLabel(place, { name: 'mine', colors }),
			extras.updateLabel(label, { name: 'mine' }),
			extras.deleteLabel(label),
		];
		for (const answer of answers) await refusal(answer);
		assert.deepEqual(names(), ['bug', 'easy', 'slow']);
	});
});
