import assert from 'node:assert/strict';
import { itemsInProject, knownItems, pickerItems } from '../../../../src/platform/items/picker-items.ts';
import { projectItems } from '../../../kit/items/project-items.ts';
import { type LampKey, lamp, lampAccount, lampItems } from './lamps.ts';

const named = ({ account, owner, lamp: name }: LampKey) => `${account}: ${owner}/${name}`;

async function open() {
	const [ana, bob] = [await lampAccount('ana', ['hall', 'attic']), await lampAccount('bob', ['desk'])];
	for (const { lamps } of [ana, bob]) await lamps.own.refresh();
	ana.lamps.subscribed?.put([{ id: 1, ...lamp('~carol/barn') }]);
	await ana.lamps.pins.pin(lamp('~bob/desk'));
	return [ana, bob] as const;
}

describe('The items that a picker offers', () => {
	it('are those that an account knows, or only own or only pinned ones', async () => {
		const [ana] = await open();
		assert.deepEqual(knownItems(lampItems, ana).map(named), [
			...['ana: ~ana/attic', 'ana: ~ana/hall', 'ana: ~carol/barn', 'ana: ~bob/desk'],
		]);
		assert.deepEqual(knownItems(lampItems, ana, 'own').map(named), ['ana: ~ana/attic', 'ana: ~ana/hall']);
		assert.deepEqual(knownItems(lampItems, ana, 'pinned').map(named), ['ana: ~bob/desk']);
	});

	const cases = [
		[undefined, ['*bob: ~bob/desk', '*ana: ~dave/x', 'ana: ~ana/attic', 'ana: ~ana/hall']],
		['own', ['*bob: ~bob/desk', 'ana: ~ana/attic', 'ana: ~ana/hall']],
		['pinned', ['ana: ~bob/desk']],
	] as const;
	for (const [ownership, expected] of cases) {
		it(`begin with those of the project if ${ownership ?? 'all'} ones are offered, each once`, async () => {
			const accounts = await open();
			for (const { lamps } of accounts) lamps.subscribed?.put([]);
			if (ownership !== 'pinned') await accounts[0].lamps.pins.unpin(lamp('~bob/desk'));
			const { items: project } = projectItems('~bob/desk', '~dave/x', '~bob/desk');
			const offered = await pickerItems(lampItems, { accounts, project }, ownership);
			assert.deepEqual(
				offered.map(({ key, isInProject }) => `${isInProject ? '*' : ''}${named(key)}`),
				expected,
			);
		});
	}

	it('of the project belong to the account that may see them', async () => {
		const accounts = await open();
		const { items: project } = projectItems('~bob/desk', 'other.test ~ana/hall');
		assert.deepEqual((await itemsInProject(lampItems, { accounts, project })).map(named), ['bob: ~bob/desk']);
	});
});
