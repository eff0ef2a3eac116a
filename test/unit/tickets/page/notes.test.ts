import assert from 'node:assert/strict';
import type { Note } from '../../../../src/platform/page/parts.ts';
import type { TimelineEntry } from '../../../../src/tickets/model/timeline.ts';
import { boxNotes, notes, signedOutNote } from '../../../../src/tickets/page/notes.ts';
import { labelLookup } from '../../../../src/tickets/page/parts.ts';
import { draftFor } from '../state/ticket-drafts.ts';
import { key, view } from './view.ts';

const since = Date.parse('2026-11-20T08:03:00Z');
type Changed = Extract<TimelineEntry, { readonly kind: 'event' }>;

const warning = { kind: 'warning', icon: 'warning' } as const;

describe('The notes at the top of the page of a ticket', () => {
	for (const kind of ['good', 'reading'] as const)
		it(`are none while the ticket is ${kind}`, () =>
			assert.deepEqual(notes({ ...view, situation: { kind } }), []));

	it('name the ticket, and say that its draft is kept', () => {
		const draft = draftFor(key, { text: 'Mine.' });
		const [note] = notes({ ...view, situation: { kind: 'missing' }, draft });
		assert.deepEqual(note?.pieces, [
			"~ana/editor#42 doesn't exist, or you don't have access to it. Your draft is kept.",
		]);
	});

	it('give times in the time zone of the user', () => {
		const situation = { kind: 'offline', host: 'todo.test', since, asOf: undefined } as const;
		const [note] = notes({ ...view, zone: 'Asia/Tokyo', situation });
		assert.deepEqual(note?.pieces, ['No connection to todo.test since 17:03.']);
	});

	it('name the account that is signed out', () => {
		const situation = { kind: 'signed-out', instance: 'forge.test' } as const;
		const owner = { account: '~carol', instance: 'forge.test' };
		assert.deepEqual(notes({ ...view, situation }), [signedOutNote(owner)]);
	});

	it('name no account if it is unknown', () => {
		const situation = { kind: 'signed-out', instance: 'forge.test' } as const;
		assert.deepEqual(notes({ ...view, me: undefined, situation }), [signedOutNote(undefined)]);
		assert.deepEqual(signedOutNote(undefined), {
			key: 'signed-out',
			kind: 'warning',
			icon: 'account',
			pieces: ['The account for this ticket is signed out. Drafts are kept.'],
			acts: [{ act: 'sign-in', label: 'Sign In' }],
		});
	});
});

describe('The notes in the comment box', () => {
	const ofBox = (part: Partial<typeof view>, entries: Parameters<typeof boxNotes>[1] = []) =>
		boxNotes({ ...view, ...part }, entries, labelLookup([]));

	it('are none if nothing happened', () => assert.deepEqual(ofBox({}), []));

	const begun = '2026-11-20T08:03:00Z';
	const draft = draftFor(key, { text: 'Mine.', base: begun });
	const entry = (at: string, words: string, part: Partial<Changed> = {}): Changed => ({
		kind: 'event',
		id: words,
		time: { at, ago: '', exact: '' },
		unseen: false,
		mine: false,
		glyph: { status: 'resolved', resolution: 'fixed' },
		parts: [words],
		...part,
	});
	const later = '2026-11-20T08:03:01Z';
	const changed = (words: string): Note => ({
		...warning,
		key: 'faster',
		pieces: [{ strong: words }, ' while you were writing. Your comment is still a draft.'],
		acts: [{ act: 'show-changes', label: 'Show What Changed' }],
	});

	it('name the last change of the status that came after the draft', () => {
		const entries = [entry(later, 'First'), entry(later, 'Second'), entry(begun, 'Third')];
		assert.deepEqual(ofBox({ draft }, entries), [changed('Second')]);
	});

	const ignored: readonly [what: string, entry: Changed, of?: typeof draft | null][] = [
		['a change that the draft has seen', entry(begun, 'Same')],
		['a change of the user', entry(later, 'Mine', { mine: true })],
		['a change of something else', entry(later, 'Label', { glyph: 'label' })],
		['a change while nothing is written', entry(later, 'Alone'), null],
		['a change if it is unknown when the draft began', entry(later, 'New'), draftFor(key, { text: 'Mine.' })],
		['a change without a date', entry('', 'Undated')],
	];
	for (const [what, one, of = draft] of ignored)
		it(`do not mention ${what}`, () => assert.deepEqual(ofBox({ draft: of ?? undefined }, [one]), []));

	it('say what the forge did instead', () => {
		assert.deepEqual(ofBox({ differs: 'The forge set it to Reported instead.' }), [
			{ ...warning, key: 'differs', pieces: ['The forge set it to Reported instead.'], acts: [] },
		]);
	});
});
