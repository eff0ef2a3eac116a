import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import type { Participant } from '../../../../src/forge/shapes/people.ts';
import { eventTypes, Ticket, TicketEvent } from '../../../../src/forge/shapes/trackers.ts';
import type { SentencePart } from '../../../../src/tickets/model/sentences.ts';
import {
	createOutline,
	entriesOf,
	mentionedIn,
	otherParticipants,
	type TimelineEntry,
} from '../../../../src/tickets/model/timeline.ts';

const now = Date.parse('2026-11-20T08:12:00Z');
const user = (name: string): Participant => ({ type: 'user', canonical_name: `~${name}`, name });
const [ana, bob, carol] = [user('ana'), user('bob'), user('carol')];
const tracker = { name: 'editor', owner: { canonical_name: '~ana', name: 'ana' } };
const here = { id: 42, ref: '~ana/editor#42', title: 'Undo', tracker };
const docs = {
	id: 7,
	ref: '~ana/docs#7',
	title: 'Document the undo file',
	tracker: { ...tracker, name: 'docs' },
};

const ticket = v.parse(Ticket, {
	...here,
	created: '2026-11-15T09:12:00Z',
	submitter: ana,
	description: 'It is *lost*.',
	assignees: [{ canonical_name: '~bob', name: 'bob' }],
});

const timeline = (
	ticket: Parameters<typeof entriesOf>[0],
	events: readonly TicketEvent[],
	options: Parameters<typeof entriesOf>[2],
) => entriesOf(ticket, createOutline(ticket, events, options), options);

let last = 0;
/** An event as the forge sends it, an hour after the previous one unless `fields` says otherwise. */
const event = (fields: Record<string, unknown>) => {
	const id = ++last;
	const created = new Date(Date.parse('2026-11-15T10:00:00Z') + id * 3_600_000).toISOString();
	return v.parse(TicketEvent, { id, created, ticket: here, user: bob, ...fields });
};
const comment = (text: string, who = bob) =>
	event({ event_type: ['comment'], user: who, comment: { id: 1, submitter: who, text } });

const sentenceText = (parts: readonly SentencePart[]): string =>
	parts
		.map((part) => {
			if (typeof part === 'string') return part;
			if ('person' in part) return part.person.name;
			if ('label' in part) return part.label;
			return 'strong' in part ? part.strong : part.text;
		})
		.join('');
const shown = (entries: readonly TimelineEntry[]) =>
	entries.map((entry) => {
		if (entry.kind === 'since') return `— ${entry.text}`;
		const text = entry.kind === 'event' ? sentenceText(entry.parts) : `${entry.by.name}: ${entry.text}`;
		return entry.isUnseen ? `! ${text}` : text;
	});
const said = (...events: TicketEvent[]) =>
	shown(timeline(ticket, events, { now, me: '~ana', zone: 'UTC' })).slice(1);

describe('The timeline of a ticket', () => {
	beforeEach(() => {
		last = 0;
	});

	it('begins with the description', () => {
		assert.deepEqual(
			timeline(ticket, [event({ event_type: ['created'], user: ana })], { now, me: '~ana', zone: 'UTC' }),
			[
				{
					kind: 'description',
					id: 'description',
					time: { at: '2026-11-15T09:12:00Z', text: '4 days ago', tip: '15 Nov 2026, 09:12' },
					isUnseen: false,
					by: { kind: 'user', name: '~ana', initials: 'an' },
					mark: undefined,
					text: 'It is *lost*.',
				},
			],
		);
	});

	const status = (
		from: string | null,
		to: string | null,
		before: string | null = null,
		after: string | null = null,
	) => ({
		event_type: ['status_change'],
		old_status: from,
		new_status: to,
		old_resolution: before,
		new_resolution: after,
	});
	const sentences: readonly [fields: Record<string, unknown>, sentence: string][] = [
		[status('reported', 'in_progress'), '~bob changed the status from reported to in progress'],
		[status(null, 'confirmed'), '~bob changed the status from reported to confirmed'],
		[status('pending', null), '~bob changed the status from pending to reported'],
		[status(null, 'resolved', null, 'wont_fix'), '~bob resolved this as won’t fix'],
		[status(null, 'resolved'), '~bob resolved this'],
		[status('resolved', null, 'fixed'), '~bob reopened this'],
		[status('resolved', 'confirmed', 'fixed', 'fixed'), '~bob reopened this as confirmed'],
		[status('resolved', 'resolved', 'fixed', 'invalid'), '~bob changed the resolution from fixed to invalid'],
		[status(null, null), '~bob left the status at reported'],
		[status('triaged', 'NEEDS_INFO'), '~bob changed the status from triaged to needs info'],
		[
			{ ...status(null, 'pending'), user: null, by_user: carol },
			'~carol changed the status from reported to pending',
		],
		[{ event_type: ['label_added'], label: 'bug' }, '~bob added bug'],
		[{ event_type: ['label_added'], label: ['bug', 'ui'] }, '~bob added bug ui'],
		[{ event_type: ['label_removed'], label: ['bug'] }, '~bob removed bug'],
		[{ event_type: ['label_removed'], label: null }, '~bob changed the labels'],
		[{ event_type: ['assigned_user'], by_user: carol }, '~carol assigned ~bob'],
		[{ event_type: ['assigned_user'], by_user: bob }, '~bob self-assigned this'],
		[{ event_type: ['unassigned_user'], by_user: null }, '~bob was unassigned'],
		[{ event_type: ['unassigned_user'], by_user: carol, user: null }, '~carol unassigned unknown user'],
		[
			{ event_type: ['user_mentioned'], by_user: ana, from_ticket: here, ticket: null },
			'~ana mentioned ~bob',
		],
		[
			{ event_type: ['user_mentioned'], by_user: ana, from_ticket: docs },
			'~ana mentioned ~bob in ~ana/docs#7 Document the undo file',
		],
		[{ event_type: ['user_mentioned'], by_user: null }, '~bob was mentioned'],
		[
			{ event_type: ['ticket_mentioned'], user: null, by_user: ana, from_ticket: docs },
			'~ana mentioned this in ~ana/docs#7 Document the undo file',
		],
		[
			{ event_type: ['ticket_mentioned'], user: null, from_ticket: { ...docs, ref: '', title: null } },
			'Mentioned in ~ana/docs#7',
		],
		[{ event_type: ['ticket_mentioned'], by_user: ana, from_ticket: { id: 7 } }, '~ana mentioned this in #7'],
		[
			{ event_type: ['ticket_mentioned'], by_user: ana, from_ticket: { ...docs, title: '😀'.repeat(300) } },
			`~ana mentioned this in ~ana/docs#7 ${'😀'.repeat(108)}…`,
		],
		[
			{ event_type: ['ticket_mentioned'], by_user: ana, from_ticket: { ...docs, title: 'a'.repeat(108) } },
			`~ana mentioned this in ~ana/docs#7 ${'a'.repeat(108)}`,
		],
		[{ event_type: ['comment'] }, '~bob wrote a comment that no longer exists'],
		[{ event_type: [] }, '~bob changed something'],
		[{ event_type: ['priority_CHANGED'] }, '~bob: priority CHANGED'],
		[{ event_type: ['x'], user: null }, 'unknown user: x'],
		[{ event_type: ['label_added'], label: 'a\u202eb' }, '~bob added a‹U+202E›b'],
		[
			{ event_type: ['assigned_user'], by_user: { type: 'email', address: 'c@d.example', name: null } },
			'c@d.example assigned ~bob',
		],
	];
	for (const [fields, sentence] of sentences) {
		it(`says “${sentence}”`, () => assert.deepEqual(said(event(fields)), [sentence]));
	}

	it('has a sentence for each type of event', () => {
		for (const type of eventTypes) {
			const [entry] = said(
				event({
					event_type: [type],
					label: 'bug',
					from_ticket: docs,
					by_user: ana,
					comment: { id: 1, text: 'x' },
				}),
			);
			assert.equal(entry === undefined, type === 'created');
			assert.doesNotMatch(entry ?? '', /: \w+ \w+|unknown user/, type);
		}
	});

	it('links the parts of a sentence', () => {
		const [, mention] = timeline(
			ticket,
			[event({ event_type: ['ticket_mentioned'], by_user: carol, from_ticket: docs })],
			{ now, me: undefined },
		);
		assert.ok(mention?.kind === 'event');
		assert.equal(mention.glyph, 'mention');
		assert.deepEqual(mention.parts, [
			{ person: { kind: 'user', name: '~carol', initials: 'ca' }, open: 'user:~carol' },
			' mentioned this',
			' in ',
			{ text: '~ana/docs#7 Document the undo file', open: 'ticket:~ana/docs#7' },
		]);
	});

	it('links no invalid name or reference', () => {
		const evil = { id: 7, ref: 'command:x', title: 'x' };
		const [, mention] = timeline(
			ticket,
			[event({ event_type: ['ticket_mentioned'], by_user: user('../x'), from_ticket: evil })],
			{ now, me: undefined },
		);
		assert.ok(mention?.kind === 'event');
		assert.deepEqual(
			mention.parts.map((part) => typeof part === 'object' && 'open' in part && part.open),
			[undefined, false, false, undefined],
		);
	});

	it('splits an event into entries, the comment first, each with its own id', () => {
		const all = event({
			...status(null, 'resolved', null, 'fixed'),
			event_type: ['status_change', 'label_added', 'comment'],
			label: ['done'],
			comment: { id: 3, submitter: bob, text: 'Applied.' },
		});
		const entries = timeline(ticket, [all], { now, me: '~ana' });
		assert.deepEqual(shown(entries).slice(1), [
			'~bob: Applied.',
			'~bob resolved this as fixed',
			'~bob added done',
		]);
		assert.deepEqual(
			entries.map(({ id }) => id),
			['description', '1', '1:status_change', '1:labels'],
		);
		const [, first, second] = entries;
		assert.equal(first?.kind === 'comment' && first.mark, 'assigned');
		assert.deepEqual(second?.kind === 'event' && second.glyph, { status: 'resolved', resolution: 'fixed' });
	});

	it('is sorted by time, then by id, and keeps an event without a date next to its neighbor', () => {
		const at = (id: number, created: string) => v.parse(TicketEvent, { ...comment(`${id}`), id, created });
		const events = [
			at(5, '2026-11-16T10:00:00Z'),
			at(3, '2026-11-16T10:00:00+00:00'),
			at(4, 'soon'),
			at(9, '2026-11-16T10:00:00+02:00'),
			at(2, '2026-11-16T09:00:00.5Z'),
		];
		assert.deepEqual(said(...events), ['~bob: 9', '~bob: 2', '~bob: 3', '~bob: 4', '~bob: 5']);
	});

	it('shows an event once, in its latest version', () => {
		const one = comment('old');
		const newer = v.parse(TicketEvent, { ...one, comment: { id: 1, submitter: bob, text: 'new' } });
		assert.deepEqual(said(one, newer), ['~bob: new']);
	});

	const label = (type: string, name: string, seconds: number, who: Participant | null = bob) =>
		event({
			event_type: [type],
			label: name,
			user: who,
			created: new Date(Date.parse('2026-11-16T10:00:00Z') + seconds * 1000).toISOString(),
		});

	it('merges the label changes of one user within a minute', () => {
		assert.deepEqual(
			said(
				label('label_added', 'x', 0),
				label('label_removed', 'z', 1),
				label('label_added', 'x', 2),
				label('label_added', 'y', 60),
				label('label_added', 'late', 61),
			),
			['~bob added x y and removed z', '~bob added late'],
		);
	});

	it('keeps the label changes of different users, and of unknown users, apart', () => {
		assert.deepEqual(said(label('label_added', 'x', 0), label('label_added', 'y', 1, carol)), [
			'~bob added x',
			'~carol added y',
		]);
		assert.deepEqual(said(label('label_added', 'x', 0, null), label('label_added', 'y', 1, null)), [
			'unknown user added x',
			'unknown user added y',
		]);
	});

	it('keeps label changes apart if a comment is between them', () => {
		const said3 = v.parse(TicketEvent, { ...comment('c'), created: '2026-11-16T10:00:01Z' });
		assert.deepEqual(said(label('label_added', 'x', 0), said3, label('label_added', 'y', 2)), [
			'~bob added x',
			'~bob: c',
			'~bob added y',
		]);
	});

	const seenUpTo = '2026-11-16T10:00:30Z';
	const later = () => v.parse(TicketEvent, { ...comment('c'), created: '2026-11-16T11:00:00Z' });
	const since = '— New since your last visit, 16 Nov 2026, 10:00';

	it('marks what is new to the user, and never merges labels across the mark', () => {
		const before = [label('label_added', 'x', 0), label('label_added', 'w', 10)];
		const events = [...before, label('label_added', 'y', 40), later()];
		const entries = timeline(ticket, events, { now, me: '~ana', seenUpTo, zone: 'UTC' });
		assert.deepEqual(shown(entries).slice(1), ['~bob added x w', since, '! ~bob added y', '! ~bob: c']);
	});

	it('never marks what the user did', () => {
		const events = [label('label_added', 'x', 40, ana), later()];
		const entries = timeline(ticket, events, { now, me: '~ana', seenUpTo, zone: 'UTC' });
		assert.deepEqual(shown(entries).slice(1), ['~ana added x', since, '! ~bob: c']);
	});

	it('has no mark if nothing or everything is new, or without an earlier visit', () => {
		const events = [comment('c')];
		for (const seen of ['2026-11-20T00:00:00Z', '2020-01-01T00:00:00Z', 'soon']) {
			const entries = timeline(ticket, events, { now, me: '~carol', seenUpTo: seen });
			assert.ok(
				entries.every(({ kind }) => kind !== 'since'),
				seen,
			);
		}
		assert.ok(timeline(ticket, events, { now, me: '~carol' }).every(({ kind }) => kind !== 'since'));
	});

	it('accepts anything from a server, gives each entry its own id, and ignores the order of the events', () => {
		const who = fc.constantFrom(
			ana,
			bob,
			null,
			{ type: 'email', address: 'a@b.example', name: null },
			{ type: 'external', external_id: 'x', external_url: 'y' },
		);
		const word = fc.oneof(fc.constantFrom(...eventTypes), fc.string({ maxLength: 5 }));
		const any = fc.record({
			id: fc.nat(30),
			created: fc.oneof(fc.constantFrom('2026-11-16T10:00:00Z', '2026-11-16T10:00:30Z', ''), fc.string()),
			event_type: fc.array(word, { maxLength: 3 }),
			user: who,
			by_user: who,
			label: fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(null)),
			comment: fc.constantFrom(null, { id: 1, text: 'x' }),
			from_ticket: fc.constantFrom(null, docs, here, { id: 1 }),
		});
		fc.assert(
			fc.property(fc.uniqueArray(any, { selector: ({ id }) => id }), fc.boolean(), (wire, isSeen) => {
				const events = wire.map((one) => v.parse(TicketEvent, one));
				const options = { now, me: '~ana', ...(isSeen && { seenUpTo }) };
				const entries = timeline(ticket, events, options);
				assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
				assert.deepEqual(timeline(ticket, events.toReversed(), options), entries);
			}),
			{ numRuns: 150 },
		);
	}).timeout(20_000);
});

describe('The other participants of a ticket', () => {
	it('are the people who took part besides its submitter and assignees, each once, in order of appearance', () => {
		const mail: Participant = { type: 'email', address: 'j@x.example', name: 'Jörg' };
		const events = [
			comment('b', mail),
			comment('a', carol),
			event({ event_type: ['user_mentioned'], user: user('dora'), by_user: carol }),
			event({ event_type: ['label_added'], user: null, label: 'x' }),
			comment('c', ana),
		];
		assert.deepEqual(
			otherParticipants(ticket, events).map(({ name }) => name),
			['Jörg', '~carol'],
		);
	});
});

describe('The tickets that mention a ticket', () => {
	it('are listed once, without titles', () => {
		const mention = { event_type: ['ticket_mentioned'], by_user: ana, from_ticket: docs };
		assert.deepEqual(mentionedIn([event(mention), event(mention), comment('x')]), [
			{ text: '~ana/docs#7', open: 'ticket:~ana/docs#7' },
		]);
	});
});
