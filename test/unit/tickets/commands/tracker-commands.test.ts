import assert from 'node:assert/strict';
import { stage } from '../../../kit/forge/tracker-forge.ts';
import { answerWith, choose, enter, takeCalls } from '../../../kit/window/editor.ts';
import { navigationWith } from './navigation.ts';
import { signedIn } from './signed-in.ts';

const { TrackerCommands } = await import('../../../../src/tickets/commands/tracker-commands.ts');

describe('A command on trackers', () => {
	const resources = stage();
	const key = { account: 'bob', owner: '~ana', tracker: 'editor' };

	async function open({ isRest = false, as = 'bob' }: { isRest?: boolean; as?: 'ana' | 'bob' } = {}) {
		const forge = await resources.forge();
		const tickets = await signedIn(isRest ? forge : { ...forge, extrasOf: forge.extras }, resources, as);
		const navigation = navigationWith({ currentTracker: async () => key });
		takeCalls();
		return { forge, commands: new TrackerCommands(tickets, navigation, undefined) };
	}

	it('subscribes to the tracker that the user is working with, and ends the subscription', async () => {
		const { forge, commands } = await open();
		await commands.subscribe([]);
		assert.ok(forge.trackers.subscriptions.find('bob', forge.tracker));
		await commands.unsubscribe([]);
		assert.equal(forge.trackers.subscriptions.find('bob', forge.tracker), undefined);
		assert.deepEqual(takeCalls(), [
			'status bar: Subscribed to ~ana/editor',
			'status bar: Unsubscribed from ~ana/editor',
		]);
	});

	it('says that its row is gone, and does nothing if the account is signed out', async () => {
		const { commands } = await open();
		await commands.subscribe([undefined]);
		assert.deepEqual(takeCalls(), ['status bar: The list changed. Try again.']);
		const signedOut = { about: { kind: 'tracker', key: { ...key, account: 'carol' } } };
		await commands.subscribe([signedOut]);
		assert.deepEqual(takeCalls(), []);
		await assert.rejects(commands.copyLink([signedOut]), { kind: 'signed-out' });
	});

	it('opens the tracker in the browser where the forge cannot be asked for a subscription', async () => {
		const { forge, commands } = await open({ isRest: true });
		await commands.subscribe([]);
		assert.deepEqual(takeCalls(), ['browser: https://todo.forge.test/~ana/editor']);
		assert.deepEqual(forge.trackers.subscriptions.of('bob'), []);
	});

	const row = { about: { kind: 'tracker', key: { ...key, account: 'ana' } } };

	it('creates, edits and deletes the labels of an own tracker', async () => {
		const { forge, commands } = await open({ as: 'ana' });
		const names = () => forge.tracker.labels.map(({ name }) => name);
		answerWith(enter('docs'), choose('Green'));
		await commands.createLabel([row]);
		answerWith(choose('docs'), enter('guides'), choose('Green'));
		await commands.editLabel([row]);
		assert.deepEqual(names(), ['bug', 'easy', 'slow', 'guides']);
		answerWith(choose('guides'), enter('Delete Label'));
		await commands.deleteLabel([row]);
		assert.deepEqual(names(), ['bug', 'easy', 'slow']);
	});

	it('opens the labels in the browser where the forge cannot be asked for a change of them', async () => {
		const { commands } = await open({ as: 'ana', isRest: true });
		for (const run of [commands.createLabel, commands.editLabel, commands.deleteLabel]) {
			await run.call(commands, [row]);
			assert.match(takeCalls().join(), /https:\/\/todo\.forge\.test\/~ana\/editor\/labels/);
		}
	});
});
