import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/emitter.ts';
import { memoryStorage } from '../../../src/base/files/memory-storage.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { Secrets } from '../../../src/base/secrets.ts';
import type { ExtensionWindow } from '../../../src/platform/commands/extension-window.ts';
import { Deactivation } from '../../../src/platform/editor/deactivation.ts';
import { SharedTab } from '../../../src/platform/page/shared-tab.ts';
import { accountsOf } from '../../kit/forge/ticket-accounts.ts';
import { readable, stage } from '../../kit/forge/tracker-forge.ts';
import { windowStates } from '../../kit/window/editor.ts';
import { MemorySecretStore } from '../../kit/window/sign-in-window.ts';
import { memory } from '../../tools/memory.ts';
import { until } from '../../tools/until.ts';

const { openInboxServices } = await import('../../../src/inbox/services.ts');

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
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const window = {
			context: {
				globalState: memory(),
				globalStorageUri: { fsPath: at },
				secrets: new MemorySecretStore(),
			},
			...{ lifetime, log, deactivation: new Deactivation(), secrets: new Secrets() },
		} as object as ExtensionWindow;
		const registry = { ended: [] };
		const { inbox } = await openInboxServices(window, {
			accounts: async () => ({
				forges: Object.assign(forges, { registry, keptOf: memoryStorage }) as never,
			}),
			sources: async () => [[{ watched: [tracker], onDidChange: new Emitter<void>().event }]],
			answerPush: async () => '',
			sharedTab: new SharedTab(),
		});
		windowStates.fire({ focused: false });
		inbox.refresh();
		assert.deepEqual([inbox.hasFocus, reads], [false, 0]);
		windowStates.fire({ focused: true });
		await until(() => reads > 0, { what: 'the tracker is read' });
		windowStates.fire({ focused: false });
		assert.equal(inbox.hasFocus, false);
	});
});
