import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import type { Received } from '../../../../../src/forge/webhooks/delivery.ts';
import type { ForgeEvent } from '../../../../../src/platform/model/forge-events.ts';
import { createRepositoryWatchSource } from '../../../../../src/repositories/state/watch/repository-watch-source.ts';
import { demoRepositories } from '../../../../kit/forge/demo-repositories.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';

const Targets = v.object({ targets: v.record(v.string(), v.string()) });

const isProbablyOwn = (event: ForgeEvent) => 'isProbablyOwn' in event && event.isProbablyOwn === true;

describe('The repositories of the inbox', () => {
	const { open, forge } = demoRepositories();

	it("report a push to the user's own repository if its newest commit has another address than the account", async () => {
		const { repositories, asked } = await open();
		const account = repositories.of('ana') ?? assert.fail();
		const items = createRepositoryWatchSource(repositories, readable().log);
		await account.repositories.own.refresh();
		const editor = items.watched.find(({ id }) => id.includes('"editor"')) ?? assert.fail();
		const { signal } = new AbortController();
		const { cursor } = await editor.read({ cursor: undefined, deliveries: [], signal });
		const { events: none } = await editor.read({ cursor, deliveries: [], signal });
		assert.deepEqual([none, asked().filter((path) => path.endsWith('/user'))], [[], []]);
		const targets: Readonly<Record<string, string>> = v.parse(Targets, cursor).targets;
		const outcomes = new Set<string>();
		for (const [ref, target] of Object.entries(targets).filter(([ref]) => ref.startsWith('refs/heads/'))) {
			const log = account.repositories
				.cache({ owner: '~ana', name: 'editor' }, new Lifetime())
				.logFrom(target);
			await log.readMore(signal);
			const [newest, parent] = log.commits;
			if (!newest || !parent || Object.values(targets).includes(parent.id)) continue;
			const before = { ...v.parse(v.looseObject({}), cursor), targets: { ...targets, [ref]: parent.id } };
			const { events } = await editor.read({ cursor: before, deliveries: [], signal });
			const isOwn = newest.committer.email === 'ana@example.org';
			assert.deepEqual(events.map(isProbablyOwn), [isOwn], `${ref} by ${newest.committer.email}`);
			outcomes.add(isOwn ? 'own' : 'others');
		}
		assert.deepEqual([...outcomes].sort(), ['others', 'own']);
		items.dispose();
	});

	it('are those of all accounts, and report who has pushed only if the forge has signed it', async () => {
		const { repositories } = await open();
		const items = createRepositoryWatchSource(repositories, readable().log);
		await repositories.of('ana')?.repositories.own.refresh();
		const editor = items.watched.find(({ id }) => id.includes('"editor"')) ?? assert.fail();
		assert.equal(editor.server, forge().addresses.repositories);
		const target = { family: 'repository', params: { owner: '~ana', repository: 'editor' } };
		assert.deepEqual(editor.hookTarget, target);
		let changes = 0;
		items.onDidChange(() => changes++);
		await repositories.of('ana')?.answered.set('editor', true);
		const answering = items.watched.find(({ id }) => id === editor.id);
		assert.deepEqual([answering?.hookTarget, changes], [{ ...target, sync: true }, 1]);
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
			return events.map((event) => [event.kind, event.by, isProbablyOwn(event)]);
		};
		assert.deepEqual(await eventsAfter(pushed(true)), [['ref-deleted', '~bob', false]]);
		// The user's own repository: without a signature, the user may have pushed.
		assert.deepEqual(await eventsAfter(pushed(false)), [['ref-deleted', '', true]]);
		assert.deepEqual(await eventsAfter(), [['ref-deleted', '', true]]);
		items.dispose();
	});
});
