import assert from 'node:assert/strict';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { takeCalls } from '../../../kit/window/editor.ts';
import { listCommands, row } from '../../../kit/window/list-commands.ts';

for (const quirks of [[], allQuirks]) {
	const kind = quirks.length > 0 ? 'a real server' : 'a strict server';
	describe(`Subscribing to a mailing list of ${kind}`, () => {
		const { open } = listCommands(quirks);
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
	});
}
