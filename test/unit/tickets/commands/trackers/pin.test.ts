import assert from 'node:assert/strict';
import { stage } from '../../../../kit/forge/tracker-forge.ts';
import { shownRows, typeInItemBox } from '../../../../kit/window/item-box.ts';
import { navigationWith } from '../navigation.ts';
import { signedIn } from '../signed-in.ts';

const { TrackerCommands } = await import('../../../../../src/tickets/commands/tracker-commands.ts');

describe('Pinning a tracker', () => {
	const resources = stage();

	async function open() {
		const tickets = await signedIn(await resources.forge(), resources, 'bob');
		const { pins } = tickets.of('bob')?.trackers ?? assert.fail();
		return {
			commands: new TrackerCommands(tickets, navigationWith(), undefined),
			pins,
		};
	}

	for (const typed of ['~ana/editor', 'ana/editor/', 'https://todo.forge.test/~ana/editor/3']) {
		it(`finds it by "${typed}", and shows its row`, async () => {
			const { shown, showRow } = shownRows();
			const { commands, pins } = await open();
			const row = commands.pin(showRow);
			const box = await typeInItemBox(typed);
			assert.equal(box.title, 'Pin Tracker: forge.test');
			box.accept();
			await row;
			assert.deepEqual([shown, pins.all], [['bob/~ana/editor'], [{ owner: '~ana', name: 'editor' }]]);
		});
	}

	it('can be undone by its row', async () => {
		const { commands, pins } = await open();
		await pins.pin({ owner: '~ana', name: 'tools' });
		const key = { account: 'bob', owner: '~ana', tracker: 'tools' };
		await commands.unpin([{ about: { kind: 'tracker', key } }]);
		assert.deepEqual(pins.all, []);
	});
});
