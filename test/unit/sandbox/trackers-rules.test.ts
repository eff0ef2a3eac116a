import assert from 'node:assert/strict';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { Refusal } from '../../../src/sandbox/server/refusal.ts';
import {
	defaultPermissions,
	noPermissions,
	ticketAccess,
	trackerAccess,
} from '../../../src/sandbox/trackers/access.ts';
import {
	checkComment,
	checkDescription,
	checkLabel,
	checkTitle,
	checkTrackerDescription,
	checkTrackerName,
	nextStanding,
} from '../../../src/sandbox/trackers/rules.ts';
import type { Permissions, Standing } from '../../../src/sandbox/trackers/tracker-records.ts';
import { startTrackerForge } from '../../kit/forge/tracker-forge.ts';
import { user } from '../../kit/items/query-tickets.ts';

const isRefused = (check: () => unknown): boolean => {
	try {
		check();
		return false;
	} catch (error) {
		if (error instanceof Refusal) return true;
		throw error;
	}
};
const colors = { background: '#ff0000', text: '#FFFFFF' };

describe('The forge’s rules', () => {
	const cases: readonly [what: string, check: () => unknown, isAccepted: boolean][] = [
		['a name with all kinds of characters', () => checkTrackerName('A-z_0.9'), true],
		['a name of 255 characters', () => checkTrackerName('a'.repeat(255)), true],
		['a name of 256 characters', () => checkTrackerName('a'.repeat(256)), false],
		['an empty name', () => checkTrackerName(''), false],
		['a name with a slash', () => checkTrackerName('a/b'), false],
		['the name ..', () => checkTrackerName('..'), false],
		['the name ...', () => checkTrackerName('...'), true],
		[
			'a description of a tracker with 4095 characters',
			() => checkTrackerDescription('😀'.repeat(4095)),
			true,
		],
		[
			'a description of a tracker with 4096 characters',
			() => checkTrackerDescription('a'.repeat(4096)),
			false,
		],
		['a label', () => checkLabel('bug', colors), true],
		['a label without a name', () => checkLabel(' ', colors), false],
		['a label with a short color', () => checkLabel('bug', { ...colors, text: '#fff' }), false],
		['a label with another color', () => checkLabel('bug', { ...colors, background: 'red' }), false],
		['a title of 2 characters', () => checkTitle('😀😀'), false],
		['a title of 3 characters', () => checkTitle('abc'), true],
		['a title of 2048 characters', () => checkTitle('😀'.repeat(2048)), true],
		['a title of 2049 characters', () => checkTitle('a'.repeat(2049)), false],
		['a description of 16,383 characters', () => checkDescription('a'.repeat(16_383)), true],
		['a description of 16,384 characters', () => checkDescription('a'.repeat(16_384)), false],
		['a comment of 2 characters', () => checkComment('ab'), false],
		['a comment of 16,384 characters', () => checkComment('a'.repeat(16_384)), true],
		['a comment of 16,385 characters', () => checkComment('a'.repeat(16_385)), false],
	];
	for (const [what, check, isAccepted] of cases)
		it(`${isAccepted ? 'accept' : 'refuse'} ${what}`, () => assert.equal(isRefused(check), !isAccepted));
});

describe('A requested change of a ticket’s status', () => {
	const [reported, confirmed] = (['reported', 'confirmed'] as const).map(
		(status): Standing => ({ status, resolution: 'unresolved' }),
	);
	const fixed: Standing = { status: 'resolved', resolution: 'fixed' };
	const invalid: Standing = { status: 'resolved', resolution: 'invalid' };
	type Row = [
		now: Standing | undefined,
		asked: Partial<Standing>,
		after: Standing | 'refused' | undefined,
		...quirks: Quirk[],
	];
	const cases: readonly Row[] = [
		[reported, {}, reported],
		[reported, { status: 'confirmed' }, confirmed],
		[fixed, { status: 'confirmed' }, confirmed],
		[fixed, { status: 'reported' }, reported],
		[reported, { status: 'confirmed', resolution: 'fixed' }, confirmed],
		[reported, { status: 'resolved' }, 'refused'],
		[reported, { status: 'resolved', resolution: 'unresolved' }, 'refused'],
		[reported, { status: 'resolved', resolution: 'fixed' }, fixed],
		[fixed, { resolution: 'invalid' }, invalid],
		[fixed, { resolution: 'unresolved' }, 'refused'],
		[reported, { resolution: 'fixed' }, reported],
		[reported, { status: 'confirmed', resolution: 'fixed' }, fixed, 'resolve-only'],
		[reported, { status: 'confirmed' }, 'refused', 'resolve-only'],
		[fixed, { resolution: 'invalid' }, fixed, 'resolve-only'],
		[fixed, { status: 'reported' }, { status: 'reported', resolution: 'fixed' }, 'resolve-only'],
		[fixed, { status: 'resolved', resolution: 'invalid' }, fixed, 'resolution-ignored'],
		[reported, { status: 'resolved', resolution: 'invalid' }, invalid, 'resolution-ignored'],
	];
	for (const [now = assert.fail(), asked, after, ...quirks] of cases) {
		const isOf = [now, asked, ...quirks].map((one) => JSON.stringify(one)).join(' ');
		it(`is ${after === 'refused' ? after : 'made'}: ${isOf}`, () => {
			const change = () => nextStanding(now, asked, new Set(quirks));
			if (after === 'refused') assert.ok(isRefused(change));
			else assert.deepEqual(change(), after);
		});
	}
});

describe('What a participant may do', () => {
	it('follows from the tracker and the ticket, and the owner may do everything', async () => {
		const { tracker, trackers, stop } = await startTrackerForge([]);
		const eve = { type: 'email', address: 'Eve@example.org', name: null } as const;
		const mail = { ...eve, address: 'eve@EXAMPLE.org' };
		const stranger = { type: 'external', external_id: 'x:1', external_url: null } as const;
		const ticket = trackers.tickets.open(tracker, eve, { title: 'A ticket' });
		await stop();
		const may = (permissions: Permissions, own: Partial<Permissions> = {}) => {
			const there = { ...tracker, permissions };
			const of = { ...ticket, permissions: { anonymous: null, submitter: null, user: null, ...own } };
			return {
				tracker: [user('bob'), mail, stranger].map((who) => trackerAccess(there, who).join()),
				ticket: [user('bob'), mail, stranger].map((who) => ticketAccess(there, of, who).join()),
				owner: [trackerAccess(there, user('ana')), ticketAccess(there, of, user('ana'))],
			};
		};
		const all = may(defaultPermissions);
		assert.deepEqual(
			all.tracker,
			Array.from({ length: 3 }, () => 'browse,submit,comment'),
		);
		assert.deepEqual(all.ticket, ['browse,submit,comment', 'browse,comment,edit', 'browse,submit,comment']);
		const none = may(noPermissions, { submitter: ['browse'] });
		assert.deepEqual(
			[none.tracker, none.ticket],
			[
				['', '', ''],
				['', 'browse', ''],
			],
		);
		for (const access of [...all.owner, ...none.owner]) assert.ok(access.includes('triage'));
	});
});
