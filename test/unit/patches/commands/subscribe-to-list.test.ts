import assert from 'node:assert/strict';
import { unsubscribe } from '../../../../src/patches/state/list-subscription.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';
import { itemBoxRows, typeInItemBox } from '../../../kit/window/item-box.ts';
import { listCommands, row } from '../../../kit/window/list-commands.ts';
import { until } from '../../../tools/until.ts';

const { unsubscribeFromList } = await import('../../../../src/patches/commands/subscribe-to-list.ts');

for (const quirks of [[], allQuirks]) {
	const kind = quirks.length > 0 ? 'a real server' : 'a strict server';
	describe(`Subscribing to a mailing list of ${kind}`, () => {
		const { open } = listCommands(quirks);
		const devel = { account: 'bob', owner: '~ana', list: 'editor-devel' };
		const develRow = row('editor-devel', {}, { account: 'bob' });

		it('shows it, also after a restart without a connection, until the subscription ends', async () => {
			const { commands, shown, account } = await open('bob');
			await account('bob').lists.own.refresh();
			await commands.subscribe([develRow]);
			assert.deepEqual(takeCalls(), ['status bar: Subscribed to ~ana/editor-devel']);
			assert.deepEqual(shown('bob'), ['~ana/editor-devel']);
			await commands.subscribe([develRow]);
			assert.deepEqual(shown('bob'), ['~ana/editor-devel']);
			takeCalls();
			await commands.unsubscribe([]);
			assert.deepEqual(takeCalls(), ['status bar: Unsubscribed from ~ana/editor-devel']);
			assert.deepEqual(shown('bob'), []);
			await account('bob').lists.subscribed?.refresh();
			assert.deepEqual(shown('bob'), []);
		});

		it('shows it beside the subscriptions that were not read yet', async () => {
			const { commands, account, shown } = await open('bob');
			const announce = { owner: '~ana', name: 'editor-announce' };
			await account('bob').client.subscribe({}, { list: '~ana/editor-announce' });
			await commands.subscribe([develRow]);
			assert.deepEqual(shown('bob'), ['~ana/editor-announce', '~ana/editor-devel']);
			for (const list of [announce, { ...announce, name: 'editor-devel' }])
				await unsubscribe(account('bob'), list);
		});

		it('is offered for the lists of any user', async () => {
			const { commands, account } = await open('bob');
			const subscribed = commands.subscribe([]);
			const box = await typeInItemBox('~ana');
			await itemBoxRows(box, 'editor-announce');
			box.choose('editor-announce');
			await subscribed;
			assert.ok(account('bob').lists.subscription({ owner: '~ana', name: 'editor-announce' }));
			await unsubscribe(account('bob'), { owner: '~ana', name: 'editor-announce' });
		});

		it('is what the forge does for a new list, whose row says so', async () => {
			const { commands, account } = await open('carol');
			answerWith(enter('website'), enter(''));
			await commands.create();
			takeCalls();
			const website = { owner: '~carol', name: 'website' };
			await until(() => account('carol').lists.subscription(website) !== undefined);
			await unsubscribe(account('carol'), website);
		});

		it('ends, although another program has ended it before', async () => {
			const { commands, lists, account, shown } = await open('bob');
			await commands.subscribe([develRow]);
			const { client } = account('bob');
			const id = account('bob').lists.subscription({ owner: '~ana', name: 'editor-devel' })?.id ?? 0;
			const { unsubscribe: end } = client;
			Object.assign(client, {
				unsubscribe: async (...args: Parameters<typeof end>) => {
					await end(...args);
					return end(...args);
				},
			});
			await unsubscribeFromList(lists, devel);
			assert.deepEqual(shown('bob'), []);
			Object.assign(client, { unsubscribe: end });
			await assert.rejects(client.unsubscribe({ subscription: id }), { kind: 'missing' });
			await unsubscribeFromList(lists, devel);
			assert.deepEqual(shown('bob'), []);
		});
	});
}
