import assert from 'node:assert/strict';
import { type PageStatus, pageStatusNotes } from '../../../../src/platform/page/page-status.ts';
import { textOf } from '../../../../src/platform/page/snapshot-parts.ts';

const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`);

const notesFor = (pageStatus: PageStatus, hasDraft = false) =>
	pageStatusNotes({
		pageStatus,
		ref: '~ana/songs',
		signedOut: ({ instance }) => ({
			key: 'out',
			kind: 'info',
			icon: 'account',
			pieces: [`Signed out of ${instance}.`],
			acts: [],
		}),
		hasDraft,
		now: at('09:00'),
		zone: 'UTC',
	}).map(({ pieces, acts }) => [textOf(pieces), ...acts.map(({ act }) => act)]);

describe('The notes at the top of any page', () => {
	const offline = { kind: 'offline', host: 'music.example.org', since: at('08:03') } as const;
	const cases: readonly (readonly [what: string, pageStatus: PageStatus, ...note: readonly string[]])[] = [
		[
			'what cannot be reached, and how old the data is',
			{ ...offline, asOf: at('07:58') },
			'No connection to music.example.org since 08:03. Last updated 07:58.',
			'retry',
		],
		[
			'what cannot be reached if there is no data',
			{ ...offline, asOf: undefined },
			'No connection to music.example.org since 08:03.',
			'retry',
		],
		[
			'the day of an older time',
			{ ...offline, asOf: at('08:03') - 24 * 3_600_000 },
			'No connection to music.example.org since 08:03. Last updated yesterday 08:03.',
			'retry',
		],
		['the forge that is signed out', { kind: 'signed-out', instance: 'Music' }, 'Signed out of Music.'],
		[
			'what is missing',
			{ kind: 'missing' },
			"~ana/songs doesn't exist, or you don't have access to it.",
			'retry',
			'web',
		],
		[
			'what failed, and why',
			{ kind: 'failed', message: 'Too many songs.' },
			'~ana/songs could not be read. Too many songs.',
			'retry',
		],
	];
	for (const [what, pageStatus, ...note] of cases) {
		it(`say ${what}`, () => assert.deepEqual(notesFor(pageStatus), [note]));
	}

	it('say that the draft of something missing is kept', () => {
		assert.match(notesFor({ kind: 'missing' }, true).join(), /access to it\. Your draft is kept\./);
	});

	it('are absent while everything is well', () => {
		assert.deepEqual([notesFor({ kind: 'good' }), notesFor({ kind: 'reading' })], [[], []]);
	});
});
