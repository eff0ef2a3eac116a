import assert from 'node:assert/strict';
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
});
