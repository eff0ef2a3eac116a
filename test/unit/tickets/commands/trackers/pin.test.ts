import assert from 'node:assert/strict';
import { signInOffer, takeCalls } from '../../../editor.ts';
import { itemBoxRows, shownRows, typeInItemBox } from '../../../item-box.ts';
import { stage } from '../../state/forge.ts';
import { signedIn } from '../signed-in.ts';

const { pinTracker, unpinTracker } = await import('../../../../../src/tickets/commands/trackers/pin.ts');

const resources = stage();

async function open(...names: readonly ('ana' | 'bob')[]) {
	const tickets = await signedIn(await resources.forge(), resources, ...names);
	const pins = () => tickets.of('bob')?.trackers.pins ?? assert.fail();
	return { tickets, pins };
}

describe('Pinning a tracker', () => {
	for (const typed of ['~ana/editor', 'ana/editor/', 'https://todo.forge.test/~ana/editor/3']) {
		it(`finds it by "${typed}", and shows its row while the box is open`, async () => {
			const { shown, showRow } = shownRows();
			const { tickets, pins } = await open('bob');
			const row = pinTracker(tickets, showRow);
			const box = await typeInItemBox(typed);
			assert.equal(box.title, 'Pin Tracker: forge.test');
			box.accept();
			await row;
			assert.deepEqual(shown, ['bob/~ana/editor']);
			assert.deepEqual(pins().all, [{ owner: '~ana', name: 'editor' }]);
		});
	}

	it('lets the user choose among those of a user, and marks what is pinned', async () => {
		const { shown, showRow } = shownRows();
		const { tickets, pins } = await open('bob');
		await pins().pin({ owner: '~ana', name: 'editor' });
		const row = pinTracker(tickets, showRow);
		const box = await typeInItemBox('~ana');
		const rows = await itemBoxRows(box, '~ana/editor');
		assert.ok(
			rows.some((one) => one.startsWith('$(checklist) ~ana/editor · pinned')),
			String(rows),
		);
		box.choose('~ana/editor');
		await row;
		assert.deepEqual(shown, ['bob/~ana/editor']);
		assert.equal(pins().all.length, 1);
	});

	it('asks for the account if there are several', async () => {
		const { shown, showRow } = shownRows();
		const { tickets } = await open('ana', 'bob');
		await pinTracker(tickets, showRow);
		assert.deepEqual(shown, []);
		assert.deepEqual(takeCalls(), ['pick: Pin Tracker: ~ana (forge.test) | ~bob (forge.test)']);
	});

	it('begins with signing in if no account is signed in', async () => {
		const { shown, showRow } = shownRows();
		const { tickets } = await open();
		await pinTracker(tickets, showRow);
		assert.deepEqual(shown, []);
		assert.deepEqual(takeCalls(), [signInOffer]);
	});

	it('can be undone', async () => {
		const { tickets, pins } = await open('bob');
		await pins().pin({ owner: '~ana', name: 'tools' });
		await unpinTracker(tickets, { account: 'bob', owner: '~ana', tracker: 'tools' });
		assert.deepEqual(pins().all, []);
	});
});
