import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { Push } from '../../../../../src/forge/shapes/repositories.ts';
import { watchRepository } from '../../../../../src/repositories/state/watch/watch-repository.ts';
import { allQuirks, type Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { gitIn, openRepository, startRepository } from '../../../../kit/forge/remote-repository.ts';
import { writeHistory } from '../../../../kit/forge/repositories-history.ts';
import { endings } from '../../../../tools/endings.ts';
import { until } from '../../../../tools/until.ts';
import { aCommit } from '../../a-commit.ts';

describe('Watching a repository', () => {
	const ending = endings();

	/** Watches alice's repository as bob's account, from what is there now. */
	async function watching(quirks: readonly Quirk[] = [], commits = 10) {
		const { remote, objects, folder, line, asked, release, stop } = await startRepository(quirks);
		ending(stop);
		const { master } = writeHistory(folder, commits);
		const { cache, log, lines } = openRepository({ remote, objects });
		ending(cache);
		const { signal } = new AbortController();
		let cursor: unknown;
		const from = (cursor: unknown, { pushes = [] }: { readonly pushes?: readonly Push[] } = {}) => {
			const deliveries = pushes.map((push) => ({ push, isVerified: true }));
			return watchRepository({ cache, cursor, me: '~bob', signal, log, deliveries });
		};
		const watch = async (more?: Parameters<typeof from>[1]) => {
			const { events, cursor: next } = await from(cursor, more);
			cursor = JSON.parse(JSON.stringify(next));
			return events;
		};
		assert.deepEqual(await watch(), []);
		asked.length = 0;
		const { git, commit, move } = gitIn(folder);
		const annotate = (name: string, at: string) => {
			const author = ['-c', 'user.name=Carol', '-c', 'user.email=c@example.org'];
			git(...author, 'tag', '-a', name, '-m', 'Notes', at);
		};
		return {
			...{ watch, from, git, commit, move, annotate, master },
			...{ line, asked, release, lines, cache, cursor: () => cursor },
		};
	}

	type Event = Awaited<ReturnType<typeof watchRepository>>['events'][number];
	const summaryOf = ({ kind, ref, commits }: Event) => [
		kind,
		ref,
		...(commits ?? []).map(({ message }) => message),
	];

	const isProbablyOwn = (event: Event) => 'isProbablyOwn' in event && event.isProbablyOwn === true;

	for (const [name, quirks] of [
		['a strict forge', []],
		['a forge with all quirks', allQuirks],
	] as const) {
		it(`reports what was pushed to a repository on ${name}, each once`, async () => {
			const { watch, git, commit, move, master } = await watching(quirks);
			const first = commit('First', master);
			const second = commit('Second\n\nWith a body.', first);
			move('refs/heads/master', second);
			move('refs/heads/topic', commit('On a topic', git('rev-parse', 'master~3')));
			move('refs/heads/copy', master);
			const deleted = git('rev-parse', 'release/2.x');
			git('update-ref', '-d', 'refs/heads/release/2.x');
			const events = await watch();
			assert.deepEqual(events.map(summaryOf), [
				['pushed', 'refs/heads/master', 'Second', 'First'],
				['ref-created', 'refs/heads/copy'],
				['ref-created', 'refs/heads/topic', 'On a topic'],
				['ref-deleted', 'refs/heads/release/2.x'],
			]);
			assert.deepEqual(
				events.map(({ title }) => title),
				['Second', 'copy', 'On a topic', 'release/2.x'],
			);
			assert.deepEqual(
				events.map(({ target }) => target),
				[second, master, git('rev-parse', 'topic'), deleted],
			);
			assert.deepEqual(
				events.map(({ before }) => before),
				[master, undefined, undefined, undefined],
			);
			assert.deepEqual(events[0]?.commits?.[0], { id: second, message: 'Second', author: 'Carol' });
			assert.deepEqual(await watch(), []);
		});
	}

	it('recognizes forced updates', async () => {
		const { watch, git, commit, move } = await watching([], 120);
		const parent = git('rev-parse', 'master~1');
		move('refs/heads/master', commit('Instead', parent));
		assert.deepEqual((await watch()).map(summaryOf), [['force-pushed', 'refs/heads/master', 'Instead']]);
		move('refs/heads/master', git('rev-parse', 'master~2'));
		assert.deepEqual((await watch()).map(summaryOf), [['force-pushed', 'refs/heads/master']]);
		git('tag', '--force', 'light', 'master');
		assert.deepEqual((await watch()).map(summaryOf), [['force-pushed', 'refs/tags/light']]);
	});

	it('reports a change that is made again as a new one', async () => {
		const { watch, commit, move, master } = await watching();
		const first = commit('First', master);
		const keys: (string | undefined)[] = [];
		for (const target of [first, master, first]) {
			move('refs/heads/master', target);
			for (const { key, push } of await watch()) keys.push(key, push);
		}
		assert.equal(new Set(keys).size, 6);
	});

	it('has the newest of many commits, and how many there are if that is known', async () => {
		const { watch, commit, move, master } = await watching([], 60);
		let last = master;
		for (let count = 1; count <= 30; count++) last = commit(`Commit ${count}`, last);
		move('refs/heads/master', last);
		const [event] = await watch();
		assert.deepEqual([event?.title, event?.commits?.length, event?.commitCount], ['Commit 30', 20, 30]);
	});

	it('says which new tags are annotated, and takes the message and the pusher from deliveries', async () => {
		const { watch, git, annotate, master } = await watching();
		annotate('v2.0.0', 'master');
		git('tag', 'plain', 'master');
		assert.deepEqual(
			(await watch()).map(({ kind, ref, tag, by }) => [kind, ref, tag, by]),
			[
				['ref-created', 'refs/tags/v2.0.0', '', ''],
				['ref-created', 'refs/tags/plain', undefined, ''],
			],
		);
		annotate('v3.0.0', 'master');
		assert.deepEqual(
			(await watch({ pushes: [pushOf('alice', 'refs/tags/v3.0.0', master, 'Notes')] })).map(
				({ ref, tag, by }) => [ref, tag, by],
			),
			[['refs/tags/v3.0.0', 'Notes', '~alice']],
		);
	});

	/** As a webhook tells of a push that does not name the branch. */
	const unnamedPush = (old: string | null, to: string | null, by = 'alice') => {
		const one = pushOf(by, '', to ?? '');
		const refs = one.refs.map((ref) => ({
			...{ ...ref, old: old === null ? null : { id: old } },
			new: to === null ? null : { id: to },
		}));
		return { ...one, refs } as Push;
	};

	it('names who has created or deleted a branch also if the webhook of the push does not name the branch', async () => {
		const { watch, move, git, commit, master } = await watching();
		const topic = commit('On a topic', master);
		move('refs/heads/topic', topic);
		const watched = async (...pushes: readonly Push[]) =>
			(await watch({ pushes })).map(({ kind, ref, by }) => [kind, ref, by]);
		assert.deepEqual(await watched(unnamedPush(null, topic)), [
			['ref-created', 'refs/heads/topic', '~alice'],
		]);
		git('update-ref', '-d', 'refs/heads/topic');
		assert.deepEqual(await watched(unnamedPush(topic, null)), [
			['ref-deleted', 'refs/heads/topic', '~alice'],
		]);
		move('refs/heads/topic', topic);
		assert.deepEqual(await watched(unnamedPush(null, topic, 'bob')), []);
	});

	it('tells pushes between two reads apart by the committers of the newest commits', async () => {
		const { watch, git, commit, move, annotate, master } = await watching();
		const first = commit('First', master, 'alice@example.org');
		move('refs/heads/master', first);
		move('refs/heads/also-by-alice', commit('Second', master, 'Alice@example.org'));
		move('refs/heads/by-carol', commit('Third', master, 'carol@example.org'));
		git('tag', 'plain', first);
		annotate('annotated', first);
		move('refs/heads/old', git('rev-parse', `${master}~1`));
		git('update-ref', '-d', 'refs/heads/release/2.x');
		const byPush = Map.groupBy(await watch(), ({ push }) => push);
		assert.deepEqual(
			[...byPush.values()].map((events) => events.map(({ ref }) => ref.replace(/^refs\/\w+\//, '')).sort()),
			[['also-by-alice', 'annotated', 'master', 'plain'], ['by-carol'], ['old', 'release/2.x']],
		);
	});

	/** A push of bob to the default branch. */
	const ownPush = (old: string, to: string) => {
		const push = pushOf('bob', 'refs/heads/master', to);
		return { ...push, refs: push.refs.map((ref) => ({ ...ref, old: ref.new && { ...ref.new, id: old } })) };
	};

	it('reports what others have pushed before a webhook says that the user has pushed', async () => {
		const { watch, commit, move, master } = await watching();
		const others = commit('Of another user', master);
		const first = commit('First', others);
		const second = commit('Second', first);
		move('refs/heads/master', second);
		const pushes = [ownPush(others, first), ownPush(first, second)];
		const events = await watch({ pushes });
		assert.deepEqual(events.map(summaryOf), [['pushed', 'refs/heads/master', 'Of another user']]);
		assert.deepEqual(
			events.map((event) => ['target' in event && event.target, event.by, isProbablyOwn(event)]),
			[[others, '', false]],
		);

		const more = commit('Of alice', second);
		const third = commit('Third', more);
		move('refs/heads/master', third);
		const ofBoth = [pushOf('alice', 'refs/heads/master', more), ownPush(more, third)];
		assert.deepEqual(
			(await watch({ pushes: ofBoth })).map((event) => [event.by, ...summaryOf(event)]),
			[['~alice', 'pushed', 'refs/heads/master', 'Of alice']],
		);
		const fourth = commit('Fourth', third);
		move('refs/heads/master', fourth);
		assert.deepEqual(await watch({ pushes: [ownPush(third, fourth)] }), []);
	});

	it('starts anew with a damaged cursor, and reports the same keys if a read is repeated', async () => {
		const { from, commit, move, master, cursor } = await watching();
		move('refs/heads/master', commit('First', master));
		for (const damaged of [null, 'x', {}, { targets: 5 }]) assert.deepEqual((await from(damaged)).events, []);
		const keys = async () => (await from(cursor())).events.map(({ key }) => key);
		const first = await keys();
		assert.equal(first.length, 1);
		assert.deepEqual(await keys(), first);
	});

	it('does not take an old answer for a change', async () => {
		const { watch, from, commit, move, master, line, cache, cursor, release, asked } = await watching();
		let old: string | undefined;
		line.edit = (what, text) => {
			if (what.startsWith('GET /refs')) old = text;
			return undefined;
		};
		await watch();
		const first = commit('First', master);
		move('refs/heads/master', first);
		// A view has asked before the push.
		line.held = /refs/;
		asked.length = 0;
		const viewed = cache.refresh();
		await until(() => asked.some((path) => path.startsWith('/refs')), { what: 'the view has asked' });
		line.edit = (what) => (what.startsWith('GET /refs') && old !== undefined ? { text: old } : undefined);
		// Another window has read the push.
		const { targets } = v.parse(v.looseObject({ targets: v.record(v.string(), v.string()) }), cursor());
		const moved = {
			...v.parse(v.looseObject({}), cursor()),
			targets: { ...targets, 'refs/heads/master': first },
		};
		const reading = from(moved);
		release();
		await viewed;
		line.edit = undefined;
		assert.deepEqual((await reading).events, []);
	});

	it('reports a branch without its commits if they cannot be read', async () => {
		const { watch, commit, move, master, line, lines } = await watching();
		const topic = commit('On a topic', master);
		move('refs/heads/topic', topic);
		line.edit = (what) =>
			what.includes(`/log/${topic}`) ? { status: 500, text: '<h1>Error</h1>' } : undefined;
		assert.deepEqual((await watch()).map(summaryOf), [['ref-created', 'refs/heads/topic']]);
		assert.equal(lines.filter(({ line }) => line.includes('could not be read')).length, 1);
	});

	it('reports changed details', async () => {
		const { watch, line } = await watching();
		line.edit = (what, text) =>
			what === 'GET '
				? { text: text.replace(/"description": ?("[^"]*"|null)/, '"description":"New"') }
				: undefined;
		const [event, ...others] = await watch();
		assert.deepEqual([event?.kind, event?.ref, event?.title], ['repository', '', '~alice/demo']);
		assert.deepEqual([others, await watch()], [[], []]);
	});
});

/** A push as a delivery has it. */
function pushOf(by: string, name: string, id: string, tag?: string): Push {
	const signer = { name: by, email: `${by}@example.org` };
	return {
		push: 'x',
		pusher: { canonical_name: `~${by}`, name: by },
		refs: [
			{
				name,
				old: null,
				new: aCommit(id, { author: signer, committer: signer }),
				annotated_tag: tag === undefined ? null : { name, message: tag },
			},
		],
	};
}
