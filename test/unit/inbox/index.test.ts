import assert from 'node:assert/strict';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { Secrets } from '../../../src/base/secrets.ts';
import type { ExtensionWindow } from '../../../src/platform/commands/extension-window.ts';
import { Deactivation } from '../../../src/platform/editor/deactivation.ts';
import { SharedTab } from '../../../src/platform/page/shared-tab.ts';
import type { ViewChange } from '../../../src/platform/view/view.ts';
import { memory } from '../../tools/memory.ts';
import '../../kit/window/editor.ts';
import { accountsOf } from '../../kit/forge/ticket-accounts.ts';
import { readable, stage } from '../../kit/forge/tracker-forge.ts';
import { MemorySecretStore } from '../../kit/window/sign-in-window.ts';

const { InboxFeature } = await import('../../../src/inbox/index.ts');

describe('The inbox feature', () => {
	const { forge: start, folder, ending } = stage();

	it('shows the badge of its view at the start, even if the view is collapsed', async () => {
		const at = await folder();
		const { log } = readable();
		const { forges } = accountsOf(await start(), at, log);
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const changed: (ViewChange | undefined)[] = [];
		const window = {
			context: {
				globalState: memory(),
				globalStorageUri: { fsPath: at },
				secrets: new MemorySecretStore(),
			},
			...{ lifetime, log, deactivation: new Deactivation(), secrets: new Secrets() },
			tree: () => ({ changed: async (change?: ViewChange) => changed.push(change), isVisible: false }),
		} as object as ExtensionWindow;
		const registry = { ended: [] };
		const inbox = new InboxFeature(window, {
			accounts: async () => ({
				forges: Object.assign(forges, { registry }) as never,
			}),
			sources: async () => [],
			sharedTab: new SharedTab(),
			answerPush: async () => '',
		});
		const { view, afterMinute } = await inbox.shownView();
		assert.deepEqual([view.id, afterMinute, changed], ['tildeforge.inbox', 'some', ['head']]);
	});
});
