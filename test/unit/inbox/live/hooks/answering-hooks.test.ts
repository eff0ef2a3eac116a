import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { HookKeeper } from '../../../../../src/inbox/live/hooks/hook-keeper.ts';
import type { ReceivingHook } from '../../../../../src/inbox/live/hooks/hook-receivers.ts';
import { HookStore } from '../../../../../src/inbox/live/hooks/hook-store.ts';
import { startListener } from '../../../../../src/inbox/live/listener/listener.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { type Forge, startForge } from '../../../../../src/sandbox/forge.ts';
import { newKey } from '../../../../../src/signin/sessions/encryption.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { until } from '../../../../tools/until.ts';
import { callers } from '../../../contract/callers.ts';
import { git } from '../../../sandbox/repositories-world.ts';

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
		const listener = window.add(
			await startListener<ReceivingHook>({
				...{ port, log, secrets, onDelivery: ({ hook, ...received }) => hook.receive(received) },
			}),
		);
		const delivered: string[] = [];
		const keeper = window.add(
			new HookKeeper({
				webhooks: (family) => calls.webhooks(owner, family),
				store: new HookStore({
					...{ storage: fileStorage(folder, log), key: async () => key, account: 'ana', secrets, log },
				}),
				...{ secrets, log, pace: { spacingMs: 0, unwantedMs: 0 } },
				deliver: (_, { delivery }) => delivered.push(delivery.event),
				answer: async ({ params }, { delivery }) => `Pushed to ${params.repository}: ${delivery.kind}`,
			}),
		);
		const want = async (sync: boolean) => {
			const hookTarget = { family: 'repository', params: { owner, repository }, sync } as const;
			keeper.update({
				wanted: [{ spelled: 'dotfiles', hookTarget }],
				reachable: { listener, address: `http://127.0.0.1:${listener.port}` },
				session: { token: 'of ana', scopes: null, account: owner },
				...{ key: forge.webhookKey, isActive: true },
			});
			await until(() => keeper.statuses.every(({ state }) => state.kind === 'registered'));
			await until(async () => (await registered()) === 1, { what: 'one hook' });
		};
		return { keeper, want, delivered, port: listener.port, kill: () => window.dispose() };
	}

	it('replace those that do not, print their answer, survive a restart, and are replaced when it is switched off', async () => {
		const first = await open();
		await first.want(false);
		assert.doesNotMatch(await push(), /remote:/);
		await first.want(true);
		assert.match(await push(), /^remote: Pushed to dotfiles: event\s*$/m);
		// It also tells what was pushed, as the one before.
		await until(() => first.delivered.length === 2);
		first.kill();
		// Without a window, the push goes on at once.
		assert.doesNotMatch(await push(), /remote:/);
		const second = await open(first.port);
		await second.want(true);
		assert.match(await push(), /^remote: Pushed to dotfiles: event\s*$/m);
		await second.want(false);
		assert.doesNotMatch(await push(), /remote:/);
		await second.want(true);
		await second.keeper.stop(20_000);
		assert.equal(await registered(), 0);
	});
});
