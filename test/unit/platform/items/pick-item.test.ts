import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { projectItems } from '../../../kit/items/project-items.ts';
import { answerWith, takeCalls } from '../../../kit/window/editor.ts';
import { lamp, lampAccount, lampItems } from './lamps.ts';

const { pickItem } = await import('../../../../src/platform/items/pick-item.ts');

async function open() {
	const accounts = [await lampAccount('ana', ['hall', 'attic']), await lampAccount('bob', ['hall'])] as const;
	for (const { lamps } of accounts) await lamps.own.refresh();
	for (const { lamps } of accounts) lamps.subscribed?.put([]);
	return accounts;
}

/** What the box offers. */
async function offered(accounts: Awaited<ReturnType<typeof open>>[number][]): Promise<readonly string[]> {
	answerWith();
	const { items: project } = projectItems('~ana/hall');
	assert.equal(await pickItem(lampItems, { accounts, project }, 'Light Lamp'), undefined);
	return takeCalls().flatMap((call) => call.split(/: | \| /).slice(3));
}

describe('The box that asks for an item', () => {
	it('names the forge of each, and those of the project', async () => {
		const [ana] = await open();
		assert.deepEqual(await offered([ana]), [
			'$(lightbulb) ~ana/hall (forge.test · this project)',
			'$(lightbulb) ~ana/attic (forge.test)',
		]);
	});

	it('names the accounts if there are several, which may know the same item', async () => {
		const [ana, bob] = await open();
		await bob.lamps.pins.pin(lamp('~ana/attic'));
		assert.deepEqual(await offered([ana, bob]), [
			'$(lightbulb) ~ana/hall (~ana (forge.test) · this project)',
			'$(lightbulb) ~ana/attic (~ana (forge.test))',
			'$(lightbulb) ~bob/hall (~bob (forge.test))',
			'$(lightbulb) ~ana/attic (~bob (forge.test))',
		]);
	});

	it('shows why a list could not be read, also if the account of another one was removed meanwhile', async () => {
		const [ana, bob] = [await lampAccount('ana'), await lampAccount('bob')];
		bob.forge.failure = new ForgeError('offline', 'No connection.');
		const picking = pickItem(
			lampItems,
			{ accounts: [ana, bob], project: projectItems().items },
			'Light Lamp',
		);
		ana.lamps.dispose();
		await assert.rejects(picking, bob.forge.failure);
	});
});
