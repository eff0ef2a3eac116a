import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/emitter.ts';
import { Secrets } from '../../../src/base/secrets.ts';
import { until } from '../../tools/until.ts';
import { windowStates } from '../editor.ts';
import { MemorySecretStore } from '../signin/window.ts';
import { accountsOf } from '../tickets/state/accounts.ts';
import { readable, stage } from '../tickets/state/forge.ts';

const { openInbox } = await import('../../../src/inbox/services.ts');

describe('The inbox of a window', () => {
	const { forge: start, folder, ending } = stage();

	it('is read only while the window has the focus', async () => {
		const { log } = readable();
		const at = await folder();
		const { forges, signIn } = accountsOf(await start(), at, log);
		signIn('ana');
		let reads = 0;
		const tracker = {
			...{ id: 'tracker', account: 'ana', server: 'https://todo.forge.test' },
			hookTarget: { family: 'tracker', params: { owner: '~ana', tracker: 'editor' } },
			read: async () => {
				reads++;
				return { events: [], cursor: 1 };
			},
		} as const;
		const { inbox, dispose } = await openInbox({
			...{ forges, log, secrets: new Secrets(), seen: [] },
			sessionFiles: async () => [],
			endedSessions: () => 0,
			sources: [{ watched: [tracker], onDidChange: new Emitter<void>().event }],
			answer: async () => '',
			context: {
				globalState: { get: () => undefined, update: async () => {}, keys: () => [] } as never,
				globalStorageUri: { fsPath: at } as never,
				secrets: new MemorySecretStore() as never,
			},
		});
		ending(dispose);
		windowStates.fire({ focused: false });
		inbox.refresh();
		assert.deepEqual([inbox.hasFocus, reads], [false, 0]);
		windowStates.fire({ focused: true });
		await until(() => reads > 0, { what: 'the tracker is read' });
		windowStates.fire({ focused: false });
		assert.equal(inbox.hasFocus, false);
	});
});
