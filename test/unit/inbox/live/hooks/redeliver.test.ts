import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { redeliverLast } from '../../../../../src/inbox/live/hooks/redeliver.ts';
import { startListener } from '../../../../kit/forge/hooks-forge.ts';
import { until } from '../../../../tools/until.ts';
import { startLiveForge } from '../live-forge.ts';

const params = { owner: '~alice', tracker: 'editor' };
const { signal } = new AbortController();

describe('Sending the last delivery again', () => {
	let lifetime: Lifetime;
	beforeEach(() => {
		lifetime = new Lifetime();
	});
	afterEach(() => lifetime.dispose());

	async function start() {
		const { forge, calls } = await startLiveForge(lifetime);
		const receiver = await startListener();
		lifetime.add({ dispose: () => receiver.stop() });
		const create = async (...events: string[]) =>
			(await calls.createHook(params, { url: receiver.url, events })).id;
		const bodies = () => receiver.caught.map(({ body }) => JSON.parse(body.toString()).id);
		const happen = async (event: 'label:delete', id: number) => {
			const count = bodies().length;
			forge.clock.now = new Date(forge.clock.now.getTime() + 1000);
			forge.hooks.emit('tracker', params, event, { id });
			await until(() => bodies().length > count);
			await forge.hooks.settled();
		};
		return { calls, create, happen, bodies };
	}

	it('sends the newest one of all hooks of a target', async () => {
		const { calls, create, happen, bodies } = await start();
		const other = await create('label:create');
		const hook = await create('label:delete');
		await happen('label:delete', 1);
		await happen('label:delete', 2);
		await redeliverLast(calls, params, [other, hook], signal);
		await until(() => bodies().length === 3);
		assert.deepEqual(bodies(), [1, 2, 2]);
	});

	it('fails if there is none', async () => {
		const { calls, create, bodies } = await start();
		const hook = await create('label:delete');
		for (const hooks of [[hook], []]) {
			await assert.rejects(
				redeliverLast(calls, params, hooks, signal),
				(error) => error instanceof ForgeError && /no longer has a delivery/.test(error.message),
			);
		}
		assert.deepEqual(bodies(), []);
	});
});
