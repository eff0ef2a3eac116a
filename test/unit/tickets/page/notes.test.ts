import assert from 'node:assert/strict';
import type { TimelineEntry } from '../../../../src/tickets/model/timeline.ts';
import { boxNotes, notes, signedOutNote } from '../../../../src/tickets/page/notes.ts';
import { labelsShown } from '../../../../src/tickets/page/parts.ts';
import type { Note } from '../../../../src/tickets/page/protocol.ts';
import type { Situation } from '../../../../src/tickets/page/snapshot-input.ts';
import { draftFor } from '../state/ticket-drafts.ts';
import { key, view } from './view.ts';

const since = Date.parse('2026-11-20T08:03:00Z');
const dayBefore = since - 24 * 3_600_000;
type Changed = Extract<TimelineEntry, { readonly kind: 'event' }>;

const warning = { kind: 'warning', icon: 'warning' } as const;
const retry = (words: string) => ({ act: 'retry' as const, words });

describe('The notes at the top of the page of a ticket', () => {
	for (const kind of ['good', 'reading'] as const)
		it(`are none while the ticket is ${kind}`, () =>
			assert.deepEqual(notes({ ...view, situation: { kind } }), []));

	const offline = (words: string): Note => ({
		key: 'offline',
		kind: 'warning',
		icon: 'debug-disconnect',
		pieces: [words],
		acts: [retry('Try Now')],
	});
	const missing = (words: string): Note => ({
		...warning,
		key: 'missing',
		pieces: [words],
		acts: [retry('Try Again'), { act: 'web', words: 'Open in Browser' }],
	});
	const cases: readonly [what: string, situation: Situation, note: Note, draft?: typeof view.draft][] = [
		[
			'give today’s times without the day',
			{ kind: 'offline', host: 'todo.test', since, asOf: since - 300_000 },
			offline('No connection to todo.test since 08:03. Last updated 07:58.'),
		],
		[
			'give the day of an older time',
			{ kind: 'offline', host: 'todo.test', since, asOf: dayBefore },
			offline('No connection to todo.test since 08:03. Last updated yesterday 08:03.'),
		],
		[
			'give no time of an update if nothing was read yet',
			{ kind: 'offline', host: 'todo.test', since, asOf: undefined },
			offline('No connection to todo.test since 08:03.'),
		],
		[
			'name a ticket that does not exist',
			{ kind: 'missing' },
			missing("~ana/editor#42 doesn't exist, or you don't have access to it."),
		],
		[
			'say that the draft of a missing ticket is kept',
			{ kind: 'missing' },
			missing("~ana/editor#42 doesn't exist, or you don't have access to it. Your draft is kept."),
			draftFor(key, { text: 'Mine.' }),
		],
		[
			'give the reason of a failure',
			{ kind: 'failed', words: 'It broke.' },
			{ key: 'failed', kind: 'error', icon: 'error', pieces: ['It broke.'], acts: [retry('Try Again')] },
		],
		[
			'offer to sign in',
			{ kind: 'signed-out', instance: 'forge.test' },
			signedOutNote({ account: '~carol', instance: 'forge.test' }),
		],
	];
	for (const [what, situation, note, draft] of cases)
		it(what, () => assert.deepEqual(notes({ ...view, situation, draft }), [note]));

	it('name no account if it is unknown', () => {
		const situation = { kind: 'signed-out', instance: 'forge.test' } as const;
		assert.deepEqual(notes({ ...view, me: undefined, situation }), [signedOutNote(undefined)]);
		assert.deepEqual(signedOutNote(undefined), {
			key: 'signed-out',
			kind: 'warning',
			icon: 'account',
			pieces: ['The account for this ticket is signed out. Drafts are kept.'],
			acts: [{ act: 'sign-in', words: 'Sign In' }],
		});
	});
});

describe('The notes in the comment box', () => {
	const ofBox = (part: Partial<typeof view>, entries: Parameters<typeof boxNotes>[1] = []) =>
		boxNotes({ ...view, ...part }, entries, labelsShown([]));

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
		acts: [{ act: 'show-changes', words: 'Show What Changed' }],
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
