import assert from 'node:assert/strict';
import type { Received } from '../../../../src/forge/delivery.ts';
import { watchedRepositories } from '../../../../src/repositories/state/watched-repositories.ts';
import { readable } from '../../tickets/state/forge.ts';
import { demoRepositories } from './demo-repositories.ts';

describe('The repositories of the inbox', () => {
	const { open, forge } = demoRepositories();

	it('are those of all accounts, and report who has pushed only if the forge has signed it', async () => {
		const { repositories } = await open();
		const items = watchedRepositories(repositories, readable().log);
		await repositories.of('ana')?.repositories.own.refresh();
		const editor = items.watched.find(({ spelled }) => spelled.includes('"editor"')) ?? assert.fail();
		assert.equal(editor.server, forge().addresses.repositories);
		const { signal } = new AbortController();
		const { cursor } = await editor.read({ cursor: undefined, deliveries: [], signal });
		assert.ok(typeof cursor === 'object' && cursor !== null);
		// As if a branch had been there.
		const targets = { ...Reflect.get(cursor, 'targets'), 'refs/heads/gone': 'a'.repeat(40) };
		const pushed = (isVerified: boolean): Received => ({
			isVerified,
			delivery: {
				...{ kind: 'event', event: 'repo:post-update', delivery: 'one' },
				body: {
					push: 'push',
					pusher: { canonical_name: '~bob', name: 'bob' },
					refs: [{ name: 'refs/heads/gone', annotated_tag: null, old: null, new: null }],
				},
			},
		});
		const eventsAfter = async (...deliveries: readonly Received[]) => {
			const { events } = await editor.read({ cursor: { ...cursor, targets }, deliveries, signal });
			return events.map(({ kind, by }) => [kind, by]);
		};
		assert.deepEqual(await eventsAfter(pushed(true)), [['ref-deleted', '~bob']]);
		// The user's own repository: without a signature, the user may have pushed.
		assert.deepEqual(await eventsAfter(pushed(false)), []);
		assert.deepEqual(await eventsAfter(), []);
		items.dispose();
	});
});
