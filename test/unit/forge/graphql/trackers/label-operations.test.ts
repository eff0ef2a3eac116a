import assert from 'node:assert/strict';
import { stage } from '../../../../kit/forge/tracker-forge.ts';

describe('The labels of a tracker in GraphQL', () => {
	const resources = stage();
	const place = { owner: '~ana', tracker: 'editor' };
	const colors = { background: '#00aa00', text: '#ffffff' };

	async function open(as: 'ana' | 'bob' = 'ana') {
		const forge = await resources.forge();
		const names = () => forge.tracker.labels.map(({ name }) => name);
		return { forge, extras: forge.extras(as), names };
	}

	it('can get another name and other colors, each by itself', async () => {
		const { extras, forge, names } = await open();
		const before = forge.tracker.labels[1]?.colors;
		const renamed = await extras.updateLabel({ ...place, label: 'easy' }, { name: 'good first' });
		assert.deepEqual([renamed.name, renamed.colors, names()[1]], ['good first', before, 'good first']);
		const colored = await extras.updateLabel({ ...place, label: 'good first' }, { colors });
		assert.deepEqual([colored.name, colored.colors], ['good first', colors]);
		assert.deepEqual(forge.tracker.labels[1]?.colors, colors);
	});
});
