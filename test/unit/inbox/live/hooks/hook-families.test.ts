import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/base/emitter.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { type Family, families } from '../../../../../src/forge/webhooks/families.ts';
import { AccountWebhooks } from '../../../../../src/inbox/live/hooks/account-webhooks.ts';
import type { ResourceDelivery } from '../../../../../src/inbox/live/hooks/webhook-options.ts';
import { startListener } from '../../../../../src/inbox/live/listener/listener.ts';
import { memoryStorage } from '../../../../../src/platform/state/store/memory-storage.ts';
import { type Forge, startForge } from '../../../../../src/sandbox/forge.ts';
import { allQuirks, type Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { newKey } from '../../../../../src/signin/sessions/encryption.ts';
import { callers } from '../../../../kit/forge/callers.ts';
import { until } from '../../../../tools/until.ts';
import { accountOf } from '../live-forge.ts';
import { tracker } from './webhook-windows.ts';

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
			const listener = lifetime.add(await startListener({ log, secrets }));
			const delivered: string[] = [];
			const deliveries = new Emitter<ResourceDelivery>();
			deliveries.event(({ resource, received }) => delivered.push(`${resource} ${received.delivery.event}`));
			const { session, connection } = accountOf('ana');
			const wanted = {
				account: {
					session,
					instance: { name: 'forge.test', webhookKey: forge.webhookKey },
					connection: { ...connection, webhooks: (family: Family) => calls.webhooks(owner, family) },
				},
				resources: targets.map((hookTarget) => ({ ...tracker(hookTarget.family), hookTarget })),
				base: `http://127.0.0.1:${listener.port}`,
				isActive: true,
			};
			const webhooks = lifetime.add(
				new AccountWebhooks(wanted, listener, newKey(), {
					...{ storage: memoryStorage(), secrets, log, pace: { spacingMs: 0 } },
					deliveries,
				}),
			);
			const stateOf = ({ family }: { readonly family: Family }) => webhooks.stateOf(family);
			const kinds = () => targets.map((target) => stateOf(target)?.kind);
			await until(() => kinds().every((kind) => kind === 'registered'), { what: `registered: ${kinds()}` });
			const missed = targets.flatMap((target) => {
				const state = stateOf(target);
				const refused = state?.kind === 'registered' ? state.refusedEvents : [];
				return refused.map((event) => `${target.family} ${event}`);
			});
			assert.deepEqual(missed, missing);
			assert.equal(targets.length, Object.keys(families).length);

			const place = { owner, tracker: 'editor' };
			const { trackers } = calls.as('~bob');
			const { id } = await trackers.createTicket(place, { title: 'It stops', description: 'Often.' });
			await until(() => delivered.includes('tracker ticket:create'), { what: `a delivery: ${delivered}` });
			await trackers.updateTicket({ ...place, ticket: id }, { comment: 'Still.' });
			await until(() => delivered.includes(`${reporter} event:create`), { what: `a delivery: ${delivered}` });
			await forge.settled();
			const state = webhooks.stateOf('tracker');
			assert.ok(state?.kind === 'registered' && state.isLive);
			await webhooks.stop(AbortSignal.timeout(20_000));
		});
	});
}
