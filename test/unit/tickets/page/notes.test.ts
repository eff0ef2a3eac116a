import assert from 'node:assert/strict';
import type { TicketEvent } from '../../../../src/forge/shapes/trackers.ts';
import type { Note } from '../../../../src/platform/page/snapshot-parts.ts';
import { boxNotes, notes, signedOutNote } from '../../../../src/tickets/page/notes.ts';
import { labelLookup } from '../../../../src/tickets/page/ticket-parts.ts';
import { outlineOf } from '../../../../src/tickets/page/timeline-parts.ts';
import { textFor } from '../../../kit/items/written-texts.ts';
import { event, key, ticket, view } from '../../../kit/pages/ticket-view.ts';

const since = Date.parse('2026-11-20T08:03:00Z');

const warning = { kind: 'warning', icon: 'warning' } as const;

describe('The notes at the top of the page of a ticket', () => {
	for (const kind of ['good', 'reading'] as const)
		it(`are none while the ticket is ${kind}`, () =>
			assert.deepEqual(notes({ ...view, pageStatus: { kind } }), []));

	it('name the ticket, and say that its draft is kept', () => {
		const draft = textFor(key, { text: 'Mine.' });
		const [note] = notes({ ...view, pageStatus: { kind: 'missing' }, draft });
		assert.deepEqual(note?.pieces, [
			"~ana/editor#42 doesn't exist, or you don't have access to it. Your draft is kept.",
		]);
	});

	it('say that the ticket was deleted, rather than that it is missing', () => {
		const deleted = { ...view, ticket: undefined, isDeleted: true, pageStatus: { kind: 'missing' } } as const;
		const said = (state: typeof view) => notes(state).map(({ pieces, acts }) => [pieces, acts]);
		assert.deepEqual(said(deleted), [[['~ana/editor#42 was deleted.'], []]]);
		const draft = textFor(key, { text: 'Mine.' });
		assert.deepEqual(said({ ...deleted, draft }), [
			[['~ana/editor#42 was deleted. Your draft is kept.'], []],
		]);
	});

	it('give times in the time zone of the user', () => {
		const pageStatus = { kind: 'offline', host: 'todo.test', since, asOf: undefined } as const;
		const [note] = notes({ ...view, zone: 'Asia/Tokyo', pageStatus });
		assert.deepEqual(note?.pieces, ['No connection to todo.test since 17:03.']);
	});

	it('name the account that is signed out', () => {
		const pageStatus = { kind: 'signed-out', instance: 'forge.test' } as const;
		const owner = { account: '~carol', instance: 'forge.test' };
		assert.deepEqual(notes({ ...view, pageStatus }), [signedOutNote(owner, false)]);
	});

	it('name no account if it is unknown', () => {
		const pageStatus = { kind: 'signed-out', instance: 'forge.test' } as const;
		assert.deepEqual(notes({ ...view, me: undefined, pageStatus }), [signedOutNote(undefined, false)]);
		assert.deepEqual(signedOutNote(undefined, false), {
			key: 'signed-out',
			kind: 'warning',
			icon: 'account',
			pieces: ['The account for this ticket is signed out.'],
			acts: [{ act: 'sign-in', label: 'Sign In' }],
		});
	});

	it('say that a draft is kept only if there is one', () => {
		const textOf = (hasDraft: boolean) => signedOutNote(undefined, hasDraft).pieces;
		assert.deepEqual(textOf(true), ['The account for this ticket is signed out. Your draft is kept.']);
		assert.deepEqual(textOf(false), ['The account for this ticket is signed out.']);
	});
});

describe('The notes in the comment box', () => {
	const ofBox = (part: Partial<typeof view>, events: readonly TicketEvent[] = []) => {
		const all = { ...view, events, ...part };
		return boxNotes(all, outlineOf(all, ticket), labelLookup([]));
	};

	it('are none if nothing happened', () => assert.deepEqual(ofBox({}), []));

	const begun = '2026-11-20T08:03:00Z';
	const later = '2026-11-20T08:03:01Z';
	const draft = textFor(key, { text: 'Mine.', base: begun });
	const changed = (id: number, created: string, part: Partial<TicketEvent> = {}): TicketEvent =>
		event(id, { created, event_type: ['status_change'], new_status: 'confirmed', ...part });

	it('name the last change of the status that came after the draft', () => {
		const events = [changed(1, later), changed(2, later, { new_status: 'pending' }), changed(3, begun)];
		const expected: Note = {
			...warning,
			key: 'status-changed',
			pieces: [
				{ strong: '~bob changed the status from reported to pending' },
				' while you were writing. Your comment is still a draft.',
			],
			acts: [{ act: 'show-changes', label: 'Show What Changed' }],
		};
		assert.deepEqual(ofBox({ draft }, events), [expected]);
	});

	const mine = { type: 'user', canonical_name: '~carol', name: 'carol' } as const;
	const ignored: readonly [what: string, event: TicketEvent, of?: typeof draft | null][] = [
		['a change that the draft has seen', changed(1, begun)],
		['a change of the user', changed(1, later, { user: mine })],
		['a change of something else', changed(1, later, { event_type: ['label_added'], label: ['bug'] })],
		['a change while nothing is written', changed(1, later), null],
		['a change if it is unknown when the draft began', changed(1, later), textFor(key, { text: 'Mine.' })],
		['a change without a date', changed(1, '')],
	];
	for (const [what, one, of = draft] of ignored)
		it(`do not mention ${what}`, () => assert.deepEqual(ofBox({ draft: of ?? undefined }, [one]), []));

	it('say what the forge did instead', () => {
		assert.deepEqual(ofBox({ difference: 'The forge set it to Reported instead.' }), [
			{ ...warning, key: 'difference', pieces: ['The forge set it to Reported instead.'], acts: [] },
		]);
	});
});
