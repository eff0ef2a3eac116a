import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Emitter } from '../../../../../src/base/emitter.ts';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import type { Family } from '../../../../../src/forge/webhooks/families.ts';
import { AccountWebhooks } from '../../../../../src/inbox/live/hooks/account-webhooks.ts';
import type { ResourceDelivery } from '../../../../../src/inbox/live/hooks/webhook-options.ts';
import { startListener } from '../../../../../src/inbox/live/listener/listener.ts';
import { type Forge, startForge } from '../../../../../src/sandbox/forge.ts';
import { newKey } from '../../../../../src/signin/sessions/encryption.ts';
import { callers } from '../../../../kit/forge/callers.ts';
import { git } from '../../../../kit/forge/repositories-world.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { until } from '../../../../tools/until.ts';
import { accountOf } from '../live-forge.ts';
import { tracker } from './webhook-windows.ts';

const owner = '~ana';
const repository = 'dotfiles';

describe('The hooks that answer pushes', () => {
	const lifetime = new Lifetime();
	let forge: Forge;
	let work: string;
	const calls = lifetime.add(callers(() => forge));
	const key = newKey();
	const folder = temporaryFolder('answers');
	const log = new Log(() => {});
	const secrets = new Secrets();

	before(async () => {
		const data = temporaryFolder('forge');
		forge = await startForge({ port: 0, data });
		await calls.as(owner).repositories.createRepository({}, { name: repository });
		work = temporaryFolder('work');
		await git(work, 'clone', '--quiet', join(data, 'repositories', owner, `${repository}.git`), '.');
	});
	after(async () => {
		lifetime.dispose();
		await forge.stop();
	});

	/** What the user who pushes a commit reads. */
	async function push(): Promise<string> {
		await git(work, 'commit', '--quiet', '--allow-empty', '-m', 'Next');
		return (await git(work, 'push', 'origin', 'HEAD')).stderr;
	}

	const registered = async () => {
		const { results } = await (
			await fetch(`${forge.addresses.repositories}/api/${owner}/repos/${repository}/webhooks`, {
				headers: { authorization: `token ${forge.users.find(({ name }) => name === owner)?.token}` },
			})
		).json();
		return results.length;
	};

	/** A window that has the hooks, on the same port as the one before. */
	async function open(port = 0) {
		const window = lifetime.child();
		const listener = window.add(await startListener({ port, log, secrets }));
		const delivered: string[] = [];
		const deliveries = new Emitter<ResourceDelivery>();
		deliveries.event(({ received }) => delivered.push(received.delivery.event));
		const wanted = (sync: boolean) => {
			const hookTarget = { family: 'repository', params: { owner, repository }, sync } as const;
			const { session, connection } = accountOf('ana');
			return {
				account: {
					session,
					instance: { name: 'forge.test', webhookKey: forge.webhookKey },
					connection: { ...connection, webhooks: (family: Family) => calls.webhooks(owner, family) },
				},
				resources: [{ ...tracker('dotfiles'), hookTarget }],
				base: `http://127.0.0.1:${listener.port}`,
				isActive: true,
			};
		};
		const webhooks = window.add(
			new AccountWebhooks({ ...wanted(false), resources: [] }, listener, key, {
				storage: fileStorage(folder, log),
				...{ secrets, log, pace: { spacingMs: 0, unwantedMs: 0 } },
				deliveries,
				answer: async (account, { params }, { delivery }) =>
					`Pushed to ${params.repository} of ${account}: ${delivery.kind}`,
			}),
		);
		const want = async (sync: boolean) => {
			webhooks.update(wanted(sync));
			const isDone = () => {
				const state = webhooks.stateOf('dotfiles');
				return state?.kind === 'registered' && (state.isAnswering ?? false) === sync;
			};
			await until(isDone);
			await until(async () => (await registered()) === 1, { what: 'one hook' });
		};
		return { webhooks, want, delivered, port: listener.port, kill: () => window.dispose() };
	}

	it('replace those that do not, print their answer, survive a restart, and are replaced when it is switched off', async () => {
		const first = await open();
		await first.want(false);
		assert.doesNotMatch(await push(), /remote:/);
		await first.want(true);
		assert.match(await push(), /^remote: Pushed to dotfiles of ana: event\s*$/m);
		// It also tells what was pushed, as the one before.
		await until(() => first.delivered.length === 2);
		first.kill();
		// Without a window, the push goes on at once.
		assert.doesNotMatch(await push(), /remote:/);
		const second = await open(first.port);
		await second.want(true);
		assert.match(await push(), /^remote: Pushed to dotfiles of ana: event\s*$/m);
		await second.want(false);
		assert.doesNotMatch(await push(), /remote:/);
		await second.want(true);
		await second.webhooks.stop(AbortSignal.timeout(20_000));
		assert.equal(await registered(), 0);
	});
});
