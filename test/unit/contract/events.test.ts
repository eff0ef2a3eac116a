import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Delivered } from '../../../src/forge/delivery.ts';
import { type EventBody, type EventName, type Family, families } from '../../../src/forge/families.ts';
import { allQuirks } from '../../../src/sandbox/drift.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { mine } from '../mine.ts';
import { diff, letter, mailer } from '../sandbox/lists-forge.ts';
import { git } from '../sandbox/repositories-world.ts';
import { startTrackers } from '../sandbox/trackers-forge.ts';
import { type Callers, callers, type Ear, ear } from './callers.ts';

/** What an act can use: the typed calls of two users, mail, and a bare repository of ~ana. */
interface Stage {
	readonly ana: ReturnType<Callers['as']>;
	readonly bob: ReturnType<Callers['as']>;
	/** Sends a mail from Bob to `~ana/editor-devel`. */
	readonly post: (mail: string) => Promise<void>;
	readonly push: (repository: string, branch: string) => Promise<unknown>;
}

interface Trial<Body> {
	/** The owner of the hook, and the parameters of its path. */
	readonly hears: '~ana' | '~bob';
	readonly place: Readonly<Record<string, string | number>>;
	/** `first` prepares the event and `act` causes it. The hook is created between the two. */
	readonly first?: (stage: Stage) => Promise<unknown>;
	readonly act: ((stage: Stage) => Promise<unknown>) | 'no call of the API does it';
	/** A part of the body that only this act can have caused. */
	tells(body: Body): unknown;
	readonly expected: unknown;
	/** What real servers do instead, if they differ. */
	readonly drifted?:
		| { readonly told: 'elsewhere'; readonly family: Family; readonly place: Trial<Body>['place'] }
		| { readonly told: 'as'; readonly event: string; readonly expected: unknown }
		| { readonly told: 'twice' };
}

/** One trial for each event of the contract: a missing one does not compile. */
type Trials = { readonly [F in Family]: { readonly [E in EventName<F>]: Trial<EventBody<F, E>> } };

const list = { owner: '~ana', list: 'editor-devel' };
const tracker = { owner: '~ana', tracker: 'editor' };
const repository = { owner: '~ana', repository: 'editor' };
const letterOf = (subject: string, id: string, body = 'Text.') =>
	letter(subject, { id: `${id}-of-an-event`, body });

const trials: Trials = {
	listsUser: {
		'email:received': {
			hears: '~bob',
			place: {},
			act: ({ post }) => post(letterOf('From Bob', 'received')),
			tells: ({ subject, sender }) => [subject, sender?.canonical_name],
			expected: ['From Bob', '~bob'],
		},
		'list:create': {
			hears: '~bob',
			place: {},
			act: ({ bob }) => bob.lists.createList({}, { name: 'events' }),
			tells: ({ name, owner }) => [name, owner.canonical_name],
			expected: ['events', '~bob'],
		},
		'subscription:create': {
			hears: '~bob',
			place: {},
			first: ({ ana }) => ana.lists.createList({}, { name: 'to-subscribe' }),
			act: ({ bob }) => bob.lists.subscribe({}, { list: '~ana/to-subscribe' }),
			tells: ({ list: { name, owner } }) => [name, owner.canonical_name],
			expected: ['to-subscribe', '~ana'],
			drifted: { told: 'as', event: 'subscription:remove', expected: ['id'] },
		},
		'subscription:remove': {
			hears: '~bob',
			place: {},
			first: async ({ ana, bob }) => {
				await ana.lists.createList({}, { name: 'to-leave' });
				await bob.lists.subscribe({}, { list: '~ana/to-leave' });
			},
			act: async ({ bob }) => {
				for await (const { rows } of bob.lists.subscriptions({})) {
					const left = rows.find(({ list: { name } }) => name === 'to-leave');
					if (left) return bob.lists.unsubscribe({ subscription: left.id });
				}
				assert.fail('there is no such subscription');
			},
			tells: (body) => Object.keys(body),
			expected: ['id'],
		},
	},
	list: {
		'patchset:received': {
			hears: '~bob',
			place: list,
			act: async ({ post }) => {
				const first = letterOf('[PATCH 1/2] Part 1', 'series-1', diff);
				const second = letterOf('[PATCH 2/2] Part 2', 'series-2', diff);
				// Posts the second mail first: the series is complete only when both are there.
				await post(second.replace('Subject:', 'In-Reply-To: <series-1-of-an-event@example.org>\r\nSubject:'));
				await post(first);
			},
			tells: ({ subject, message_id, status, list }) => [subject, message_id, status, list?.name],
			expected: ['Part 1', '<series-1-of-an-event@example.org>', 'proposed', 'editor-devel'],
		},
		'post:received': {
			hears: '~ana',
			place: list,
			act: ({ post }) => post(letterOf('A question', 'question')),
			tells: ({ message_id, list }) => [message_id, list?.name],
			expected: ['<question-of-an-event@example.org>', 'editor-devel'],
			drifted: { told: 'twice' },
		},
		'list:update': {
			hears: '~bob',
			place: list,
			act: ({ ana }) =>
				ana.lists.updateList({ list: mine('editor-devel') }, { description: 'Told by a hook' }),
			tells: ({ name, description }) => [name, description],
			expected: ['editor-devel', 'Told by a hook'],
		},
	},
	repositoriesUser: {
		'repo:create': {
			hears: '~bob',
			place: {},
			act: ({ bob }) => bob.repositories.createRepository({}, { name: 'events', visibility: 'unlisted' }),
			tells: ({ name, visibility, owner }) => [name, visibility, owner?.canonical_name],
			expected: ['events', 'unlisted', '~bob'],
		},
		'repo:update': {
			hears: '~bob',
			place: {},
			first: ({ bob }) => bob.repositories.createRepository({}, { name: 'before' }),
			act: ({ bob }) => bob.repositories.updateRepository({ repository: mine('before') }, { name: 'after' }),
			tells: ({ name }) => name,
			expected: 'after',
		},
		'repo:delete': {
			hears: '~bob',
			place: {},
			first: ({ bob }) => bob.repositories.createRepository({}, { name: 'short-lived' }),
			act: ({ bob }) => bob.repositories.deleteRepository({ repository: mine('short-lived') }),
			tells: (body) => Object.keys(body),
			expected: ['id'],
		},
	},
	repository: {
		'repo:post-update': {
			hears: '~bob',
			place: repository,
			act: ({ push }) => push('editor', 'from/a-clone'),
			tells: ({ pusher, refs }) => [
				pusher?.canonical_name,
				refs.map(({ name, old, new: now }) => [name, old ?? null, now?.message.trim()]),
			],
			expected: ['~ana', [['refs/heads/from/a-clone', null, 'Pushed by a test']]],
		},
	},
	trackersUser: {
		'tracker:create': {
			hears: '~bob',
			place: {},
			act: ({ bob }) => bob.trackers.createTracker({}, { name: 'events', visibility: 'PUBLIC' }),
			tells: ({ name, owner }) => [name, owner.canonical_name],
			expected: ['events', '~bob'],
		},
		'tracker:update': {
			hears: '~ana',
			place: {},
			act: ({ ana }) => ana.trackers.updateTracker({ tracker: mine('editor') }, { description: 'Told, too' }),
			tells: ({ name, description }) => [name, description],
			expected: ['editor', 'Told, too'],
		},
		'tracker:delete': {
			hears: '~bob',
			place: {},
			first: ({ bob }) => bob.trackers.createTracker({}, { name: 'short-lived', visibility: 'PUBLIC' }),
			act: ({ bob }) => bob.trackers.deleteTracker({ tracker: mine('short-lived') }),
			tells: (body) => Object.keys(body),
			expected: ['id'],
		},
		'ticket:create': {
			hears: '~bob',
			place: {},
			act: ({ bob }) => bob.trackers.createTicket(tracker, { title: 'Opened by Bob' }),
			tells: ({ title, tracker }) => [title, tracker?.name],
			expected: ['Opened by Bob', 'editor'],
		},
		'event:create': {
			hears: '~ana',
			place: {},
			act: ({ bob }) => bob.trackers.updateTicket({ ...tracker, ticket: 2 }, { comment: 'For the owner' }),
			tells: ({ event_type: [type], comment, ticket }) => [type, comment?.text, ticket?.id],
			expected: ['comment', 'For the owner', 2],
			drifted: { told: 'elsewhere', family: 'tracker', place: tracker },
		},
	},
	tracker: {
		'label:create': {
			hears: '~ana',
			place: tracker,
			act: 'no call of the API does it',
			tells: ({ name, colors, tracker }) => [name, colors.background, tracker?.name],
			expected: ['easy', '#00ff00', 'editor'],
		},
		'label:delete': {
			hears: '~ana',
			place: tracker,
			act: 'no call of the API does it',
			tells: ({ id }) => id,
			expected: 1,
		},
		'ticket:create': {
			hears: '~ana',
			place: tracker,
			act: ({ bob }) => bob.trackers.createTicket(tracker, { title: 'Seen on the tracker' }),
			tells: ({ title, submitter }) => [title, submitter?.type],
			expected: ['Seen on the tracker', 'user'],
		},
	},
	ticket: {
		'ticket:update': {
			hears: '~bob',
			place: { ...tracker, ticket: 1 },
			first: ({ ana }) =>
				ana.trackers.updateTicket({ tracker: mine('editor'), ticket: 1 }, { status: 'reported' }),
			act: ({ ana }) =>
				ana.trackers.updateTicket(
					{ tracker: mine('editor'), ticket: 1 },
					{ status: 'resolved', resolution: 'invalid' },
				),
			tells: ({ id, status, resolution }) => [id, status, resolution],
			expected: [1, 'resolved', 'invalid'],
		},
		'event:create': {
			hears: '~bob',
			place: { ...tracker, ticket: 1 },
			act: ({ ana }) =>
				ana.trackers.updateTicket({ tracker: mine('editor'), ticket: 1 }, { comment: 'On this ticket' }),
			tells: ({ event_type: [type], comment }) => [type, comment?.text],
			expected: ['comment', 'On this ticket'],
			drifted: { told: 'twice' },
		},
	},
};

const all: readonly (readonly [Family, Readonly<Record<string, Trial<unknown>>>])[] = [
	['listsUser', trials.listsUser],
	['list', trials.list],
	['repositoriesUser', trials.repositoriesUser],
	['repository', trials.repository],
	['trackersUser', trials.trackersUser],
	['tracker', trials.tracker],
	['ticket', trials.ticket],
];

/** Asserts that a delivery is an event, and returns it. */
const eventOf = (delivered: Delivered | undefined) => {
	assert.ok(delivered?.kind === 'event', JSON.stringify(delivered));
	return delivered;
};

/** Asserts that different deliveries report the same thing, so that only its id shows the repetition. */
function assertSameContent(all: readonly Delivered[]): void {
	const events = all.map(eventOf);
	const keys = events.map(({ event, body }) => `${event} ${'id' in body ? body.id : ''}`);
	assert.equal(new Set(keys).size, 1);
	assert.equal(new Set(events.map(({ delivery }) => delivery)).size, all.length);
}

const modes = [
	['strict', []],
	['with every quirk of real servers', allQuirks],
] as const;

it('Every event of the contract is tested', () => {
	assert.deepEqual(all.map(([family]) => family).sort(), Object.keys(families).sort());
});

for (const [mode, drift] of modes) {
	describe(`Every event of the contract, ${mode}`, () => {
		let forge: Forge;
		let listener: Ear;
		let stage: Stage;
		const folder = temporaryFolder('events');
		const clients = callers(() => forge);
		const ends: (() => void)[] = [];

		before(async () => {
			forge = await startForge({ port: 0, data: folder, drift });
			listener = await ear(forge.webhookKey);
			const { send, end } = await mailer(forge.smtp.port);
			ends.push(end);
			const work = join(folder, 'work');
			await mkdir(work);
			await git(work, 'init', '--quiet');
			stage = {
				ana: clients.as('~ana'),
				bob: clients.as('~bob'),
				post: async (mail) => {
					assert.match(await send('bob@example.org', ['~ana/editor-devel@lists.localhost'], mail), /^250 /);
				},
				push: async (name, branch) => {
					await git(work, 'commit', '--quiet', '--allow-empty', '-m', 'Pushed by a test');
					const bare = join(folder, 'repositories/~ana', `${name}.git`);
					await git(work, 'push', '--quiet', bare, `HEAD:${branch}`);
				},
			};
		});
		after(async () => {
			for (const end of ends) end();
			clients.dispose();
			await forge.stop();
			await listener.stop();
		});

		/** What a hook received, once the forge has nothing left to deliver. */
		const receivedBy = async (hook: string) => {
			await listener.told(hook);
			await forge.settled();
			return listener.told(hook);
		};

		for (const [family, events] of all) {
			for (const [event, trial] of Object.entries(events)) {
				const { hears, place, first, act } = trial;
				if (act === 'no call of the API does it') continue;
				const drifted = drift.length > 0 ? trial.drifted : undefined;
				const there = drifted?.told === 'elsewhere' ? drifted : { family, place };
				const expectedDelivery = drifted?.told === 'as' ? drifted : { event, expected: trial.expected };
				it(`${event} reaches a hook under ${families[there.family].path} as ${expectedDelivery.event}`, async () => {
					const hook = `${family}/${event}`;
					const hookBody = {
						url: listener.urlOf(hook),
						events: [...new Set([event, expectedDelivery.event])],
					};
					await first?.(stage);
					if (there.family !== family) {
						await assert.rejects(clients.hang(hears, family, place, hookBody), { kind: 'refused' });
					}
					await clients.hang(hears, there.family, there.place, hookBody);
					await act(stage);
					const received = await receivedBy(hook);
					const delivered = eventOf(received[0]);
					assert.equal(delivered.event, expectedDelivery.event);
					const tells = expectedDelivery.event === event ? trial.tells : Object.keys;
					assert.deepEqual(tells(delivered.body), expectedDelivery.expected);
					assertSameContent(received);
					const isTwice = drifted?.told === 'twice' || drifted?.told === 'elsewhere';
					assert.equal(received.length, isTwice ? 2 : 1);
				});
			}
		}

		it(`a long mail ${drift.length > 0 ? 'arrives truncated, as a hint to fetch it' : 'arrives completely'}`, async () => {
			const long = letterOf('A long one', 'long', 'Line.\r\n'.repeat(10_000));
			const hookBody = { url: listener.urlOf('long'), events: ['email:received'] };
			await clients.hang('~bob', 'listsUser', {}, hookBody);
			await stage.post(long);
			const [delivered] = await receivedBy('long');
			if (drift.length > 0) assert.equal(delivered?.kind, 'truncated');
			else eventOf(delivered);
			const { envelope } = await stage.bob.lists.email({ email: '<long-of-an-event@example.org>' });
			assert.ok(envelope !== null && envelope.length > 65_536);
		});
	});
}

describe('Every event that no API call causes', () => {
	const acts: Readonly<Record<string, (forge: Awaited<ReturnType<typeof startTrackers>>) => void>> = {
		'label:create': ({ trackers }) => {
			const found = trackers.find({ name: 'owner' }, 'editor');
			assert.ok(found);
			trackers.createLabel(found, { name: 'easy', colors: { background: '#00ff00', text: '#000000' } });
		},
		'label:delete': ({ trackers }) => {
			const found = trackers.find({ name: 'owner' }, 'editor');
			const bug = found?.labels.find(({ name }) => name === 'bug');
			assert.ok(found && bug);
			trackers.deleteLabel(found, bug);
		},
	};
	const without = all.flatMap(([family, events]) =>
		Object.entries(events).flatMap(([event, trial]) =>
			typeof trial.act === 'string' ? [{ family, event, trial }] : [],
		),
	);

	for (const [mode, drift] of modes) {
		for (const { family, event, trial } of without) {
			it(`${event} reaches a hook under ${families[family].path}, ${mode}`, async () => {
				const forge = await startTrackers(...drift);
				const listener = await ear(forge.hooks.publicKey);
				try {
					const tracker = forge.trackers.create({ name: 'owner' }, { name: 'editor' });
					forge.trackers.createLabel(tracker, {
						name: 'bug',
						colors: { background: '#ff0000', text: '#ffffff' },
					});
					const hook = { url: listener.urlOf(event), events: [event] };
					const { status } = await forge.ask('owner', 'POST', '/user/~owner/trackers/editor/webhooks', hook);
					assert.equal(status, 201);
					const act = acts[event];
					assert.ok(act, 'nothing causes it here');
					act(forge);
					await listener.told(event);
					await forge.hooks.settled();
					const [first, ...rest] = await listener.told(event);
					const delivered = eventOf(first);
					assert.equal(delivered.event, event);
					assert.deepEqual(trial.tells(delivered.body), trial.expected);
					assert.deepEqual(rest, []);
				} finally {
					await forge.stop();
					await listener.stop();
				}
			});
		}
	}
});
