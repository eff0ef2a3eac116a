import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pageHtml } from '../../../../src/platform/page/html.ts';
import { changesOf } from '../../../../src/tickets/page/choices.ts';
import type { TicketPageState } from '../../../../src/tickets/page/page-state.ts';
import { movesFrom } from '../../../../src/tickets/page/ticket-parts.ts';
import { toChange } from '../../../../src/tickets/page/to-change.ts';
import { textFor } from '../../../kit/items/written-texts.ts';
import { composer } from '../../../kit/pages/sample.ts';
import { event, key, resolved, said, snapshotOf, ticket, view } from '../../../kit/pages/ticket-view.ts';

const stored = textFor(key, {
	text: 'Applied.',
	status: 'resolved',
	resolution: 'fixed',
	addLabels: ['bug'],
	base: '2026-11-20T02:30:00Z',
});

const textOf = (of: unknown): string => JSON.stringify(of);

describe('The snapshot of a ticket', () => {
	it('contains the data of the forge as text, and HTML only from the renderer', () => {
		const page = snapshotOf(view);
		assert.deepEqual(
			[page.ref, page.number, page.title, page.version, page.status],
			[
				'~ana/editor#42',
				'#42',
				'Undo history is lost',
				ticket.updated,
				{ text: 'In progress', icon: 'play-circle', tone: 'warn' },
			],
		);
		assert.deepEqual(page.labels, [
			{ name: 'bug', text: 'bug', color: '#D73A4A' },
			{ name: 'odd\u202e', text: 'odd‹U+202E›', color: '#aabbcc' },
		]);
		assert.equal(page.composer?.known.at(-1)?.color, '#888888');
		assert.deepEqual(
			page.timeline.map((entry) => [entry.kind, entry.kind === 'comment' ? entry.name : '']),
			[
				['comment', 'Description by ~dan'],
				['comment', 'Comment by ~bob'],
				['event', ''],
			],
		);
		assert.match(textOf(page.timeline[1]), /<em>little-endian<\/em>/);
		assert.deepEqual(
			page.facts.map(({ term }) => term),
			['Assigned to', 'Submitted by', 'Dates'],
		);
		assert.deepEqual([page.notes, page.loadingText, page.editing], [[], null, []]);
	});

	it('marks in the head what is not on the forge yet, and says what waits', () => {
		const waiting = {
			entry: 'one',
			text: 'Confirmed: waiting.',
			button: 'Send Now',
			isProblem: false,
			lacksPermission: false,
		};
		const page = snapshotOf({
			...view,
			waitingChange: { title: ticket.title, status: 'in_progress', addLabels: ['bug'] },
			waiting,
		});
		assert.equal(page.title, 'Undo history is lost (waiting)');
		assert.equal(page.status?.text, 'In progress (waiting)');
		assert.deepEqual(
			page.labels.map(({ text }) => text),
			['bug (waiting)', 'odd‹U+202E›'],
		);
		assert.deepEqual(
			page.composer?.labels.map(({ text }) => text),
			['bug', 'odd‹U+202E›'],
		);
		const [note] = page.notes;
		assert.deepEqual(
			[note?.kind, note?.pieces, note?.acts.map(({ act }) => act)],
			['info', ['Confirmed: waiting.'], ['send-now', 'discard-change']],
		);
		const problem = snapshotOf({ ...view, waiting: { ...waiting, isProblem: true } });
		assert.equal(problem.notes[0]?.kind, 'warning');
	});

	it('has the facts about people and times, with links to users and tickets', () => {
		const mentioned = (ticketId: number) =>
			event(4 + ticketId, {
				event_type: ['ticket_mentioned'],
				from_ticket: {
					...{ id: ticketId, ref: `~ana/docs#${ticketId}`, title: 'Docs' },
					tracker: { ...(ticket.tracker ?? assert.fail()), name: 'docs' },
				},
			});
		const { facts } = snapshotOf({ ...view, events: [...view.events, mentioned(2)] });
		const rowsOf = (term: string) => facts.find((fact) => fact.term === term)?.rows;
		const user = (name: string) => [{ link: `~${name}`, open: `user:~${name}` }];
		assert.deepEqual(
			facts.map(({ term }) => term),
			['Assigned to', 'Submitted by', 'Mentioned in', 'Dates'],
		);
		assert.deepEqual(
			rowsOf('Assigned to')?.map(({ pieces, button }) => button?.label ?? pieces),
			[user('bob'), 'Change Assignees in Browser'],
		);
		assert.deepEqual(
			rowsOf('Submitted by')?.map(({ pieces }) => pieces),
			[user('dan')],
		);
		assert.deepEqual(rowsOf('Mentioned in'), [
			{ icon: 'issues', pieces: [{ link: '~ana/docs#2', open: 'ticket:~ana/docs#2' }] },
		]);
		assert.deepEqual(
			rowsOf('Dates')?.map(({ pieces, time }) => [...pieces, time?.text, time?.tip]),
			[
				['Reported', '15 Nov 2026, 09:12', '15 Nov 2026, 09:12'],
				['Updated', '32 minutes ago', '20 Nov 2026, 07:40'],
			],
		);
	});

	it('names a submitter by mail without a link, and no update of an unchanged ticket', () => {
		const submitter = { type: 'email', address: 'eve@example.org', name: 'Eve' } as const;
		const { facts } = snapshotOf({
			...view,
			events: [],
			ticket: { ...ticket, submitter, assignees: [], updated: ticket.created },
		});
		assert.deepEqual(
			facts.map(({ term, rows }) => [term, rows.map(({ pieces, button }) => button?.label ?? pieces)]),
			[
				['Assigned to', ['Assign in Browser']],
				['Submitted by', [['Eve by email']]],
				['Dates', [['Reported']]],
			],
		);
		assert.ok(
			!snapshotOf({ ...view, ticket: { ...ticket, submitter: null } }).facts.some(
				({ term }) => term === 'Submitted by',
			),
		);
	});

	it('offers to subscribe, or to end the subscription, and both if the forge does not say whether there is one', () => {
		const offered = (isSubscribed: boolean | null | undefined) =>
			snapshotOf({ ...view, isSubscribed })
				.facts.filter(({ term }) => term === 'Notifications')
				.flatMap(({ rows }) => rows.map(({ button }) => button));
		assert.deepEqual(offered(undefined), []);
		assert.deepEqual(offered(false), [{ label: 'Subscribe', act: 'subscribe' }]);
		assert.deepEqual(offered(true), [{ label: 'Unsubscribe', act: 'unsubscribe' }]);
		assert.deepEqual(offered(null), [...offered(false), ...offered(true)]);
	});

	it('offers to assign a ticket where the forge can be asked for that, and the user may', () => {
		const { submitter: _, ...rest } = ticket;
		const others = { ...rest, submitter: { type: 'user', canonical_name: '~dan', name: 'dan' } } as const;
		const rowsOf = (state: Partial<typeof view>) =>
			snapshotOf({ ...view, hasExtras: true, ticket: others, ...state })
				.facts.find(({ term }) => term === 'Assigned to')
				?.rows.map(({ pieces, button }) => button ?? pieces);
		const assign = { label: 'Assign…', act: 'assign' };
		const bob = { link: '~bob', open: 'user:~bob' };
		assert.deepEqual(rowsOf({ ticket: { ...others, assignees: [] } }), [assign]);
		assert.deepEqual(rowsOf({ waitingChange: { assign: ['~bob'] }, access: ['triage'] }), [
			[bob, ' (waiting)'],
			assign,
			{ label: 'Unassign', act: 'unassign' },
		]);
		assert.deepEqual(rowsOf({ access: ['browse'] }), [[bob]]);
	});

	it('names six further people, and how many more there are', () => {
		const events = Array.from({ length: 9 }, (_, nth) =>
			event(nth + 1, {
				event_type: ['comment'],
				user: { type: 'user', canonical_name: `~u${nth}`, name: `u${nth}` },
			}),
		);
		const people = snapshotOf({ ...view, events }).facts.find(({ term }) => term === 'Others');
		assert.equal(people?.rows.length, 7);
		const last = people?.rows.at(-1);
		assert.deepEqual(last?.pieces, ['and 3 more']);
		assert.match(last?.screenReaderText ?? '', /^: ~u6, ~u7, ~u8$/);
	});

	const readings: readonly [
		what: string,
		pageStatus: TicketPageState['pageStatus'],
		isReading: boolean,
		words: string | null,
	][] = [
		['nothing once all is read', { kind: 'good' }, false, null],
		['that new activity is read', { kind: 'good' }, true, 'Loading new activity…'],
		['that activity is read with the ticket', { kind: 'reading' }, true, 'Loading new activity…'],
		[
			'that the activity is missing',
			{ kind: 'failed', message: 'No.' },
			true,
			'Comments and events are not loaded yet.',
		],
		['nothing after a failure if all was read', { kind: 'failed', message: 'No.' }, false, null],
	];
	for (const [what, pageStatus, isReading, words] of readings) {
		it(`says ${what}`, () => assert.equal(snapshotOf({ ...view, pageStatus, isReading }).loadingText, words));
	}

	it('is the same for the same view and can be posted to the page', () => {
		assert.deepEqual(snapshotOf(view), snapshotOf(view));
		assert.deepEqual(structuredClone(snapshotOf(view)), snapshotOf(view));
	});

	it('cuts a title that is longer than a forge accepts', () => {
		const titled = (title: string) => snapshotOf({ ...view, ticket: { ...ticket, title } }).title;
		assert.equal(titled('T'.repeat(100_000)), `${'T'.repeat(2048)}…`);
		assert.equal(titled('T'.repeat(2048)), 'T'.repeat(2048));
		assert.equal(titled(`${'T'.repeat(2047)}😀 and more`), `${'T'.repeat(2047)}…`);
	});

	it('shows a message and the draft while the ticket itself is not loaded', () => {
		const page = snapshotOf({ ...view, ticket: undefined, pageStatus: { kind: 'reading' } });
		assert.deepEqual(
			[page.title, page.loadingText, page.composer],
			['~ana/editor#42', 'Loading ~ana/editor#42…', null],
		);
		const gone = snapshotOf({
			...view,
			ticket: undefined,
			pageStatus: { kind: 'missing' },
			draft: stored,
		});
		assert.equal(gone.title, '~ana/editor#42');
		assert.match(textOf(gone.notes), /~ana\/editor#42 doesn't exist.*draft is kept/);
		assert.equal(gone.composer?.mayComment, true);
	});

	it('warns of another user’s change that came after the draft, and only then', () => {
		const boxNotes = (part: object) =>
			textOf(
				snapshotOf({ ...view, events: [...view.events, resolved], draft: stored, ...part }).composer?.notes,
			);
		assert.match(boxNotes({}), /~bob resolved this as fixed.*while you were writing/);
		assert.equal(boxNotes({ draft: undefined }), '[]');
		assert.equal(
			boxNotes({ draft: { ...stored, body: { ...stored.body, base: '2026-11-20T03:30:00Z' } } }),
			'[]',
		);
		assert.equal(boxNotes({ me: '~bob' }), '[]');
		assert.equal(boxNotes({ events: [said(5, 'Only words.')] }), '[]');
	});

	it('has a line before new entries', () => {
		const page = snapshotOf({ ...view, seenUpTo: '2026-11-20T01:30:00Z' });
		assert.deepEqual(
			page.timeline.map(({ kind }) => kind),
			['comment', 'comment', 'since', 'event'],
		);
		assert.deepEqual(page.unseen, { text: '1 new', label: '1 new since your last visit' });
		assert.equal(snapshotOf(view).unseen, null);
	});

	const permitted = (user: readonly ('comment' | 'triage' | 'browse')[] | null, me = '~carol') => {
		const page = snapshotOf({
			...view,
			me,
			permissions: { anonymous: [], submitter: ['comment', 'triage'], user: user ? [...user] : [] },
		});
		const mayAssign = page.facts.some(({ rows }) => rows.some(({ button }) => button?.act === 'web'));
		assert.equal(mayAssign, page.composer?.mayLabel);
		return [page.composer?.mayComment, page.composer?.mayLabel, (page.composer?.moves.length ?? 0) > 0];
	};
	it('offers what the tracker permits, and everything if the permissions are unknown', () => {
		assert.deepEqual(permitted(['comment']), [true, false, false]);
		assert.deepEqual(permitted(['comment', 'triage']), [true, true, true]);
		assert.deepEqual(permitted(['browse']), [false, false, false]);
		assert.deepEqual(permitted(['browse'], '~dan'), [true, true, true], 'who submitted it');
		assert.deepEqual(permitted(['browse'], '~ana'), [true, true, true], 'whose tracker it is');
		assert.equal(snapshotOf(view).composer?.mayLabel, true);
	});

	it('offers to assign and to edit if the forge permits it, and here only if it can be asked for that', () => {
		const offered = (hasExtras: boolean, me: string) => {
			const { composer, timeline } = snapshotOf({
				...view,
				...{ hasExtras, me, permissions: readOnly, ticket: { ...ticket, permissions: null } },
			});
			const [description] = timeline;
			assert.equal(description?.kind === 'comment' && description.mayEdit, composer?.mayEdit);
			return [composer?.mayAssign, composer?.mayRename, composer?.mayEdit];
		};
		const readOnly = { anonymous: [], submitter: [], user: ['browse' as const] };
		assert.deepEqual(offered(true, '~ana'), [true, true, true], 'whose tracker it is');
		assert.deepEqual(offered(true, '~carol'), [false, false, false]);
		assert.deepEqual(offered(false, '~ana'), [true, true, false]);
	});

	it('takes the permissions of the tracker if the ticket has none', () => {
		const open = { ...ticket, permissions: { anonymous: null, submitter: null, user: null } };
		const permissions = { anonymous: [], submitter: [], user: ['comment' as const] };
		const page = snapshotOf({ ...view, ticket: open, permissions });
		assert.deepEqual([page.composer?.mayLabel, page.composer?.mayComment], [false, true]);
	});

	const moves = [
		['reported', false, 'confirmed in_progress pending resolved'],
		['in_progress', false, 'reported confirmed pending resolved'],
		['resolved', false, 'reported confirmed in_progress pending'],
		['reported', true, 'resolved'],
		['in_progress', true, 'resolved'],
		['resolved', true, 'reported'],
		['something new', false, 'reported confirmed in_progress pending resolved'],
	] as const;
	it('offers the statuses that make sense and that the forge supports', () => {
		for (const [from, resolveOnly, to] of moves) {
			const offered = movesFrom(from, resolveOnly).map(({ value }) => value);
			assert.equal(offered.join(' '), to, `${from} ${resolveOnly}`);
		}
	});

	it('accepts anything that a forge may send', () => {
		const text = fc.string({ unit: 'grapheme', maxLength: 40 });
		fc.assert(
			fc.property(text, text, text, (one, two, three) => {
				const strange = {
					...ticket,
					title: one,
					status: two,
					resolution: three,
					labels: [one, two],
					submitter: null,
					created: three,
				};
				const page = snapshotOf({
					...view,
					// These fields are open: a server may send any value.
					ticket: Object.assign(strange, {}) as typeof ticket,
					events: [event(4, { event_type: ['created', 'comment'], user: null }), said(5, one)],
				});
				assert.ok(page.timeline.length >= 2);
			}),
			{ numRuns: 50 },
		);
	});
});

describe('A text', () => {
	it('requests what the button says, and nothing else', () => {
		const shown = stored.body;
		assert.deepEqual(toChange(shown, changesOf(shown, composer)), {
			comment: 'Applied.',
			status: 'resolved',
			resolution: 'fixed',
		});
		const labels = { ...shown, text: ' ', status: null, addLabels: ['new'], removeLabels: ['undo', 'gone'] };
		assert.deepEqual(toChange(labels, changesOf(labels, composer)), {
			addLabels: ['new'],
			removeLabels: ['undo'],
		});
		const unknown = { ...shown, status: 'no such', resolution: 'nor this' };
		assert.deepEqual(toChange(unknown, changesOf(unknown, composer)), { comment: 'Applied.' });
	});
});

describe('The HTML of a page', () => {
	it('keeps foreign text out of its code and lets the page load nothing', () => {
		const hostile = '</title></script>"><script>alert(1)</script><!--';
		const html = pageHtml({
			...{ script: 'run();', style: 'h1 {}', nonce: 'bm9u', page: 'ticket' },
			hasLetterKeys: true,
			imageHosts: [],
			...{ title: hostile, key: hostile, snapshot: { title: hostile } },
		});
		assert.deepEqual(html.match(/<script.*?>|<!--/g), [
			'<script type="application/json" id="first-snapshot">',
			'<script nonce="bm9u">',
		]);
		assert.match(html, /\n<script nonce="bm9u">\nrun\(\);\n<\/script>/);
		const [, first = ''] = /id="first-snapshot">(.*)<\/script>/.exec(html) ?? [];
		assert.deepEqual(JSON.parse(first), { title: hostile });
		assert.match(html, /default-src 'none'; img-src data:; style-src 'nonce-bm9u'; script-src 'nonce-bm9u';/);
	});
});
