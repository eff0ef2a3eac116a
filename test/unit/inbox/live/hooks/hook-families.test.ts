import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { type Family, families } from '../../../../../src/forge/webhooks/families.ts';
import { HookKeeper } from '../../../../../src/inbox/live/hooks/hook-keeper.ts';
import type { ReceivingHook } from '../../../../../src/inbox/live/hooks/hook-receivers.ts';
import { HookStore } from '../../../../../src/inbox/live/hooks/hook-store.ts';
import { startListener } from '../../../../../src/inbox/live/listener/listener.ts';
import { type Forge, startForge } from '../../../../../src/sandbox/forge.ts';
import { allQuirks, type Quirk } from '../../../../../src/sandbox/server/drift.ts';
import type { Connection } from '../../../../../src/signin/connections/connection.ts';
import { until } from '../../../../tools/until.ts';
import { callers } from '../../../contract/callers.ts';

const owner = '~ana';
const targets: readonly { readonly family: Family; readonly params: Readonly<Record<string, string>> }[] = [
	{ family: 'listsUser', params: {} },
	{ family: 'list', params: { owner, list: 'editor-devel' } },
	{ family: 'repositoriesUser', params: {} },
	{ family: 'repository', params: { owner, repository: 'editor' } },
	{ family: 'trackersUser', params: {} },
	{ family: 'tracker', params: { owner, tracker: 'editor' } },
	{ family: 'ticket', params: { owner, tracker: 'editor', ticket: '1' } },
];

for (const [which, drift, missing, reporter] of [
	['follows the contract', [], ['tracker event:create'], 'trackersUser'],
	['deviates from it as real servers do', allQuirks, [], 'tracker'],
] as const) {
	describe(`On a forge that ${which}, hooks`, () => {
		const lifetime = new Lifetime();
		const quirks: readonly Quirk[] = drift;
		let forge: Forge;
		before(async () => {
			forge = await startForge({ port: 0, drift: quirks });
		});
		after(async () => {
			lifetime.dispose();
			await forge.stop();
		});

		it('are registered for all kinds of targets, and deliver', async () => {
			const calls = lifetime.add(callers(() => forge));
			const [log, secrets] = [new Log(() => {}), new Secrets()];
			const { webhookKey: key } = forge;
			const listener = lifetime.add(
				await startListener<ReceivingHook>({
					...{ log, secrets, onDelivery: ({ hook, ...received }) => hook.receive(received) },
				}),
			);
			const delivered: string[] = [];
			const webhooks: Connection['webhooks'] = (family) => calls.webhooks(owner, family);
			const store = new HookStore({
				...{ storage: undefined, key: async () => undefined, account: 'ana', secrets, log },
			});
			const keeper = lifetime.add(
				new HookKeeper({
					...{ webhooks, store, secrets, log, pace: { spacingMs: 0 } },
					deliver: (resource, { delivery }) => delivered.push(`${resource} ${delivery.event}`),
				}),
			);
			keeper.update({
				wanted: targets.map((hookTarget) => ({ spelled: hookTarget.family, hookTarget })),
				reachable: { listener, address: `http://127.0.0.1:${listener.port}` },
				session: { account: owner, token: 'of ana', scopes: null },
				...{ key, isActive: true },
			});
			const states = () => keeper.statuses.map(({ state }) => state.kind);
			await until(() => states().every((kind) => kind === 'registered'), { what: `registered: ${states()}` });
			const missed = keeper.statuses.flatMap(({ resource, state }) =>
				state.kind === 'registered' ? state.missing.map((event) => `${resource} ${event}`) : [],
			);
			assert.deepEqual(missed, missing);
			assert.equal(targets.length, Object.keys(families).length);

			const place = { owner, tracker: 'editor' };
			const { trackers } = calls.as('~bob');
			const { id } = await trackers.createTicket(place, { title: 'It stops', description: 'Often.' });
			await until(() => delivered.includes('tracker ticket:create'), { what: `a delivery: ${delivered}` });
			await trackers.updateTicket({ ...place, ticket: id }, { comment: 'Still.' });
			await until(() => delivered.includes(`${reporter} event:create`), { what: `a delivery: ${delivered}` });
			await forge.settled();
			assert.equal(keeper.isLive('tracker'), true);
			await keeper.stop();
		});
	});
}
