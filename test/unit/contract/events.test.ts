import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Delivered } from '../../../src/forge/webhooks/delivery.ts';
import {
	type EventBody,
	type EventName,
	type Family,
	families,
} from '../../../src/forge/webhooks/families.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { allQuirks } from '../../../src/sandbox/server/drift.ts';
import { type Callers, callers, type Ear, ear } from '../../kit/forge/callers.ts';
import { diff, letter, mailer } from '../../kit/forge/lists-forge.ts';
import { mine } from '../../kit/forge/mine.ts';
import { git } from '../../kit/forge/repositories-world.ts';
import { startTrackers } from '../../kit/forge/trackers-forge.ts';
import { temporaryFolder } from '../../tools/places.ts';

/** What an act can use: the typed calls of two users, mail, and a bare repository of ~ana. */
interface Stage {
	readonly ana: ReturnType<Callers['as']>;
	readonly bob: ReturnType<Callers['as']>;
	/** Sends a mail from Bob to `~ana/editor-devel`. */
	readonly post: (mail: string) => Promise<void>;
	readonly push: (repository: string, branch: string) => Promise<unknown>;
}

interface EventCase<Body> {
	/** The owner of the hook. */
	readonly hookOwner: '~ana' | '~bob';
	/** The parameters of the hook's path. */
	readonly place: Readonly<Record<string, string | number>>;
	/** `first` prepares the event and `act` causes it. The hook is created between the two. */
	readonly first?: (stage: Stage) => Promise<unknown>;
	readonly act: ((stage: Stage) => Promise<unknown>) | 'no call of the API does it';
	/** The part of the body that only this act can have caused. */
	partOf(body: Body): unknown;
	readonly expected: unknown;
	/** How real servers report the event, if they differ. */
	readonly drifted?:
		| { readonly reported: 'elsewhere'; readonly family: Family; readonly place: EventCase<Body>['place'] }
		| { readonly reported: 'as'; readonly event: string; readonly expected: unknown }
		| { readonly reported: 'twice' };
}

/** One case for each event of the contract: a missing one does not compile. */
type EventCases = { readonly [F in Family]: { readonly [E in EventName<F>]: EventCase<EventBody<F, E>> } };

const list = { owner: '~ana', list: 'editor-devel' };
const tracker = { owner: '~ana', tracker: 'editor' };
const repository = { owner: '~ana', repository: 'editor' };
const letterOf = (subject: string, id: string, body = 'Text.') =>
	letter(subject, { id: `${id}-of-an-event`, body });

const cases: EventCases = {
	listsUser: {
		'email:received': {
			hookOwner: '~bob',
			place: {},
			act: ({ post }) => post(letterOf('From Bob', 'received')),
			partOf: ({ subject, sender }) => [subject, sender?.canonical_name],
			expected: ['From Bob', '~bob'],
		},
		'list:create': {
			hookOwner: '~bob',
			place: {},
			act: ({ bob }) => bob.lists.createList({}, { name: 'events' }),
			partOf: ({ name, owner }) => [name, owner.canonical_name],
			expected: ['events', '~bob'],
		},
		'subscription:create': {
			hookOwner: '~bob',
			place: {},
			first: ({ ana }) => ana.lists.createList({}, { name: 'to-subscribe' }),
			act: ({ bob }) => bob.lists.subscribe({}, { list: '~ana/to-subscribe' }),
			partOf: ({ list: { name, owner } }) => [name, owner.canonical_name],
			expected: ['to-subscribe', '~ana'],
			drifted: { reported: 'as', event: 'subscription:remove', expected: ['id'] },
		},
		'subscription:remove': {
			hookOwner: '~bob',
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
			partOf: (body) => Object.keys(body),
			expected: ['id'],
		},
	},
	list: {
		'patchset:received': {
			hookOwner: '~bob',
			place: list,
			act: async ({ post }) => {
				const first = letterOf('[PATCH 1/2] Part 1', 'series-1', diff);
				const second = letterOf('[PATCH 2/2] Part 2', 'series-2', diff);
				// Posts the second mail first: the series is complete only when both are there.
				await post(second.replace('Subject:', 'In-Reply-To: <series-1-of-an-event@example.org>\r\nSubject:'));
				await post(first);
			},
			partOf: ({ subject, message_id, status, list }) => [subject, message_id, status, list?.name],
			expected: ['Part 1', '<series-1-of-an-event@example.org>', 'proposed', 'editor-devel'],
		},
		'post:received': {
			hookOwner: '~ana',
			place: list,
			act: ({ post }) => post(letterOf('A question', 'question')),
			partOf: ({ message_id, list }) => [message_id, list?.name],
			expected: ['<question-of-an-event@example.org>', 'editor-devel'],
			drifted: { reported: 'twice' },
		},
		'list:update': {
			hookOwner: '~bob',
			place: list,
			act: ({ ana }) =>
				ana.lists.updateList({ list: mine('editor-devel') }, { description: 'Told by a hook' }),
			partOf: ({ name, description }) => [name, description],
			expected: ['editor-devel', 'Told by a hook'],
		},
	},
	repositoriesUser: {
		'repo:create': {
			hookOwner: '~bob',
			place: {},
			act: ({ bob }) => bob.repositories.createRepository({}, { name: 'events', visibility: 'unlisted' }),
			partOf: ({ name, visibility, owner }) => [name, visibility, owner?.canonical_name],
			expected: ['events', 'unlisted', '~bob'],
		},
		'repo:update': {
			hookOwner: '~bob',
			place: {},
			first: ({ bob }) => bob.repositories.createRepository({}, { name: 'before' }),
			act: ({ bob }) => bob.repositories.updateRepository({ repository: mine('before') }, { name: 'after' }),
			partOf: ({ name }) => name,
			expected: 'after',
		},
		'repo:delete': {
			hookOwner: '~bob',
			place: {},
			first: ({ bob }) => bob.repositories.createRepository({}, { name: 'short-lived' }),
			act: ({ bob }) => bob.repositories.deleteRepository({ repository: mine('short-lived') }),
			partOf: (body) => Object.keys(body),
			expected: ['id'],
		},
	},
	repository: {
		'repo:post-update': {
			hookOwner: '~bob',
			place: repository,
			act: ({ push }) => push('editor', 'from/a-clone'),
			partOf: ({ pusher, refs }) => [
				pusher?.canonical_name,
				refs.map(({ name, old, new: now }) => [name, old ?? null, now?.message.trim()]),
			],
			expected: ['~ana', [['refs/heads/from/a-clone', null, 'Pushed by a test']]],
		},
	},
	trackersUser: {
		'tracker:create': {
			hookOwner: '~bob',
			place: {},
			act: ({ bob }) => bob.trackers.createTracker({}, { name: 'events', visibility: 'PUBLIC' }),
			partOf: ({ name, owner }) => [name, owner.canonical_name],
			expected: ['events', '~bob'],
		},
		'tracker:update': {
			hookOwner: '~ana',
			place: {},
			act: ({ ana }) => ana.trackers.updateTracker({ tracker: mine('editor') }, { description: 'Told, too' }),
			partOf: ({ name, description }) => [name, description],
			expected: ['editor', 'Told, too'],
		},
		'tracker:delete': {
			hookOwner: '~bob',
			place: {},
			first: ({ bob }) => bob.trackers.createTracker({}, { name: 'short-lived', visibility: 'PUBLIC' }),
			act: ({ bob }) => bob.trackers.deleteTracker({ tracker: mine('short-lived') }),
			partOf: (body) => Object.keys(body),
			expected: ['id'],
		},
		'ticket:create': {
			hookOwner: '~bob',
			place: {},
			act: ({ bob }) => bob.trackers.createTicket(tracker, { title: 'Opened by Bob' }),
			partOf: ({ title, tracker }) => [title, tracker?.name],
			expected: ['Opened by Bob', 'editor'],
		},
		'event:create': {
			hookOwner: '~ana',
			place: {},
			act: ({ bob }) => bob.trackers.updateTicket({ ...tracker, ticket: 2 }, { comment: 'For the owner' }),
			partOf: ({ event_type: [type], comment, ticket }) => [type, comment?.text, ticket?.id],
			expected: ['comment', 'For the owner', 2],
			drifted: { reported: 'elsewhere', family: 'tracker', place: tracker },
		},
	},
	tracker: {
		'label:create': {
			hookOwner: '~ana',
			place: tracker,
			act: 'no call of the API does it',
			partOf: ({ name, colors, tracker }) => [name, colors.background, tracker?.name],
			expected: ['easy', '#00ff00', 'editor'],
		},
		'label:delete': {
			hookOwner: '~ana',
			place: tracker,
			act: 'no call of the API does it',
			partOf: ({ id }) => id,
			expected: 1,
		},
		'ticket:create': {
			hookOwner: '~ana',
			place: tracker,
			act: ({ bob }) => bob.trackers.createTicket(tracker, { title: 'Seen on the tracker' }),
			partOf: ({ title, submitter }) => [title, submitter?.type],
			expected: ['Seen on the tracker', 'user'],
		},
	},
	ticket: {
		'ticket:update': {
			hookOwner: '~bob',
			place: { ...tracker, ticket: 1 },
			first: ({ ana }) =>
				ana.trackers.updateTicket({ tracker: mine('editor'), ticket: 1 }, { status: 'reported' }),
			act: ({ ana }) =>
				ana.trackers.updateTicket(
					{ tracker: mine('editor'), ticket: 1 },
					{ status: 'resolved', resolution: 'invalid' },
				),
			partOf: ({ id, status, resolution }) => [id, status, resolution],
			expected: [1, 'resolved', 'invalid'],
		},
		'event:create': {
			hookOwner: '~bob',
			place: { ...tracker, ticket: 1 },
			act: ({ ana }) =>
				ana.trackers.updateTicket({ tracker: mine('editor'), ticket: 1 }, { comment: 'On this ticket' }),
			partOf: ({ event_type: [type], comment }) => [type, comment?.text],
			expected: ['comment', 'On this ticket'],
			drifted: { reported: 'twice' },
		},
	},
};

const all: readonly (readonly [Family, Readonly<Record<string, EventCase<unknown>>>])[] = [
	['listsUser', cases.listsUser],
	['list', cases.list],
	['repositoriesUser', cases.repositoriesUser],
	['repository', cases.repository],
	['trackersUser', cases.trackersUser],
	['tracker', cases.tracker],
	['ticket', cases.ticket],
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
			for (const [event, eventCase] of Object.entries(events)) {
				const { hookOwner, place, first, act } = eventCase;
				if (act === 'no call of the API does it') continue;
				const drifted = drift.length > 0 ? eventCase.drifted : undefined;
				const there = drifted?.reported === 'elsewhere' ? drifted : { family, place };
				const expectedDelivery =
					drifted?.reported === 'as' ? drifted : { event, expected: eventCase.expected };
				it(`${event} reaches a hook under ${families[there.family].path} as ${expectedDelivery.event}`, async () => {
					const hook = `${family}/${event}`;
					const hookBody = {
						url: listener.urlOf(hook),
						events: [...new Set([event, expectedDelivery.event])],
					};
					await first?.(stage);
					if (there.family !== family) {
						await assert.rejects(clients.hang(hookOwner, family, place, hookBody), { kind: 'refused' });
					}
					await clients.hang(hookOwner, there.family, there.place, hookBody);
					await act(stage);
					const received = await receivedBy(hook);
					const delivered = eventOf(received[0]);
					assert.equal(delivered.event, expectedDelivery.event);
					const partOf = expectedDelivery.event === event ? eventCase.partOf : Object.keys;
					assert.deepEqual(partOf(delivered.body), expectedDelivery.expected);
					assertSameContent(received);
					const isTwice = drifted?.reported === 'twice' || drifted?.reported === 'elsewhere';
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
			const found = trackers.find('owner', 'editor');
			assert.ok(found);
			trackers.createLabel(found, { name: 'easy', colors: { background: '#00ff00', text: '#000000' } });
		},
		'label:delete': ({ trackers }) => {
			const found = trackers.find('owner', 'editor');
			const bug = found?.labels.find(({ name }) => name === 'bug');
			assert.ok(found && bug);
			trackers.deleteLabel(found, bug);
		},
	};
	const without = all.flatMap(([family, events]) =>
		Object.entries(events).flatMap(([event, eventCase]) =>
			typeof eventCase.act === 'string' ? [{ family, event, eventCase }] : [],
		),
	);

	for (const [mode, drift] of modes) {
		for (const { family, event, eventCase } of without) {
			it(`${event} reaches a hook under ${families[family].path}, ${mode}`, async () => {
				const forge = await startTrackers(...drift);
				const listener = await ear(forge.hooks.sender.publicKey);
				try {
					const tracker = forge.trackers.create('owner', { name: 'editor' });
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
					assert.deepEqual(eventCase.partOf(delivered.body), eventCase.expected);
					assert.deepEqual(rest, []);
				} finally {
					await forge.stop();
					await listener.stop();
				}
			});
		}
	}
});
