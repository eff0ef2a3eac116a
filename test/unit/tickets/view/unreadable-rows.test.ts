import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AccountCaches } from '../../../../src/platform/state/account-caches.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { TicketsView } from '../../../../src/tickets/view/tickets-view.ts';
import { fixedAccounts } from '../../../kit/forge/fixed-accounts.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { until } from '../../../tools/until.ts';

describe('The Tickets view', () => {
	const { folder, ending } = stage();
	const nothing = () => ({ dispose: () => {} });

	/** The view without a signed-in account. */
	async function open(at: string) {
		const { log } = readable();
		const caches = new AccountCaches(join(at, 'cache'), log);
		const forges = fixedAccounts([], caches);
		const tickets = await Tickets.open({ forges, folder: at, log });
		const settings = {
			queries: [],
			grouping: 'none' as const,
			order: { by: 'updated' as const, isReversed: false },
			filterOf: () => undefined,
			onDidChange: nothing,
		};
		let changes = 0;
		const changed = () => changes++;
		const view = new TicketsView({
			tickets,
			waiting: tickets.outbox as never,
			settings,
			changed,
			isVisible: () => true,
		});
		ending(() => {
			view.dispose();
			tickets.dispose();
		});
		const labels = async () => (await view.roots([], [])).map(({ label }) => label);
		return { labels, changes: () => changes };
	}

	it('reports drafts that cannot be read, at the start and later', async () => {
		const at = await folder();
		const drafts = join(at, 'texts', 'texts');
		await mkdir(drafts, { recursive: true });
		await writeFile(join(drafts, 'a'), '{"text":"half a dra');
		const { labels, changes } = await open(at);
		assert.deepEqual(await labels(), ['A draft could not be read', 'Sign In…', 'Try a Sample Forge']);
		assert.equal(changes(), 0);
		await writeFile(join(drafts, 'b'), 'nothing');
		await until(() => changes() > 0);
		assert.deepEqual(await labels(), ['2 drafts could not be read', 'Sign In…', 'Try a Sample Forge']);
	});

	it('opens even if small files cannot be read', async () => {
		const at = await folder();
		await mkdir(join(at, 'kept', 'quirks'), { recursive: true });
		const { labels } = await open(at);
		assert.deepEqual(await labels(), []);
	});
});
