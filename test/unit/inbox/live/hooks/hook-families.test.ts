import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { type Family, families } from '../../../../../src/forge/webhooks/families.ts';
import { type Forge, startForge } from '../../../../../src/sandbox/forge.ts';
import { allQuirks, type Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { callers } from '../../../../kit/forge/callers.ts';
import { until } from '../../../../tools/until.ts';
import { accountOf } from '../live-forge.ts';
import { registeredAt } from './webhook-windows.ts';

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

for (const [which, drift, reporter] of [
	['follows the contract', [], 'trackersUser'],
	['deviates from it as real servers do', allQuirks, 'tracker'],
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
			const { session, connection } = accountOf('ana');
			const account = () => ({
				session,
				instance: { name: 'forge.test', webhookKey: forge.webhookKey },
				connection: { ...connection, webhooks: (family: Family) => calls.webhooks(owner, family) },
			});
			const { webhooks, delivered, isLive } = await registeredAt(targets, account, lifetime);
			const missed = targets.flatMap((target) => {
				const state = webhooks.stateOf(target.family);
				const refused = state?.kind === 'registered' ? state.refusedEvents : [];
				return refused.map((event) => `${target.family} ${event}`);
			});
			assert.deepEqual(missed, []);
			assert.equal(targets.length, Object.keys(families).length);

			const place = { owner, tracker: 'editor' };
			const { trackers } = calls.as('~bob');
			const { id } = await trackers.createTicket(place, { title: 'It stops', description: 'Often.' });
			await until(() => delivered.includes('tracker event ticket:create'), {
				what: `a delivery: ${delivered}`,
			});
			await trackers.updateTicket({ ...place, ticket: id }, { comment: 'Still.' });
			await until(() => delivered.includes(`${reporter} event event:create`), {
				what: `a delivery: ${delivered}`,
			});
			await forge.settled();
			assert.ok(isLive('tracker'));
			await webhooks.stop(AbortSignal.timeout(20_000));
		});
	});
}
