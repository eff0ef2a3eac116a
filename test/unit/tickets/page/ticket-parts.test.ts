import assert from 'node:assert/strict';
import { textOf } from '../../../../src/platform/page/snapshot-parts.ts';
import { describeState } from '../../../../src/tickets/model/describe-change.ts';
import {
	allStatuses,
	eventIcon,
	labelLookup,
	movesFrom,
	piecesOf,
	resolutionChoices,
	statusIcon,
} from '../../../../src/tickets/page/ticket-parts.ts';
import { answerWith } from '../../../kit/window/editor.ts';

const { pickStatus } = await import('../../../../src/tickets/commands/pick.ts');

const labelOf = labelLookup([
	{ name: 'bug', created: '', tracker: null, colors: { background: '#abc', text: '#000000' } },
]);
const values = (choices: readonly { readonly value: string }[]) => choices.map(({ value }) => value);

describe('The status on the page of a ticket', () => {
	for (const [status, resolution, words, icon, tone] of [
		['reported', 'unresolved', 'Reported', 'issues', 'info'],
		['confirmed', 'unresolved', 'Confirmed', 'verified', 'done'],
		['in_progress', 'unresolved', 'In progress', 'play-circle', 'warn'],
		['pending', 'unresolved', 'Pending', 'clock', 'idle'],
		['resolved', 'fixed', 'Resolved as fixed', 'pass', 'good'],
		['resolved', 'wont_fix', 'Resolved as won’t fix', 'circle-slash', 'idle'],
		['resolved', 'unresolved', 'Resolved', 'circle-slash', 'idle'],
		['reported', 'fixed', 'Reported', 'issues', 'info'],
		['on_hold', 'unresolved', 'On hold', 'question', 'idle'],
	] as const) {
		it(`is "${words}" for ${status} and ${resolution}`, () => {
			assert.equal(describeState({ status, resolution }), words);
			assert.deepEqual(statusIcon(status, resolution), { icon, tone });
			assert.deepEqual(eventIcon({ status, resolution }), { icon, tone });
		});
	}
});

describe('The icon of an event', () => {
	for (const [glyph, icon] of [
		['label', 'tag'],
		['person', 'account'],
		['mention', 'mention'],
		['other', 'issues'],
	] as const) {
		it(`is ${icon} for a ${glyph}`, () => assert.deepEqual(eventIcon(glyph), { icon, tone: null }));
	}
});

describe('A sentence of the timeline', () => {
	const person = { kind: 'unknown', name: '~bob' } as const;
	const parts: Parameters<typeof piecesOf>[0] = [
		{ person, open: undefined },
		' added ',
		{ label: 'bug', isRemoved: false },
		' and removed ',
		{ label: 'old\u202e', isRemoved: true },
		' as ',
		{ strong: 'fixed' },
		' in ',
		{ text: '#7', open: 'ticket:~ana/editor#7' },
		{ text: ' of ~eve', open: undefined },
	];

	it('has the parts that the page draws', () => {
		assert.deepEqual(piecesOf(parts, labelOf), [
			{ strong: '~bob' },
			' added ',
			{ label: { name: 'bug', text: 'bug', color: '#aabbcc' }, isRemoved: false },
			' and removed ',
			{ label: { name: 'old\u202e', text: 'old‹U+202E›', color: '#888888' }, isRemoved: true },
			' as ',
			{ strong: 'fixed' },
			' in ',
			{ link: '#7', open: 'ticket:~ana/editor#7' },
			' of ~eve',
		]);
	});

	it('has a text', () => {
		assert.equal(
			textOf(piecesOf(parts, labelOf)),
			'~bob added bug and removed old‹U+202E› as fixed in #7 of ~eve',
		);
	});
});

describe('The choices of the send box', () => {
	for (const { value: current } of allStatuses) {
		for (const resolveOnly of [false, true]) {
			it(`are those of the list of statuses for a ticket that is ${current}${resolveOnly ? ' on a forge that only resolves' : ''}`, async () => {
				let listed: readonly { readonly status: string }[] = [];
				answerWith((items) => {
					listed = Array.isArray(items) ? items : [];
					return undefined;
				});
				await pickStatus({ title: 'T', resolveOnly, current, currentResolution: undefined });
				// The list also offers another resolution for a resolved ticket, the box always.
				const statuses = listed.map(({ status }) => status).filter((one) => one !== current);
				assert.deepEqual(statuses, values(movesFrom(current, resolveOnly)));
			});
		}
	}

	const usual = ['fixed', 'implemented', 'wont_fix', 'by_design', 'invalid', 'duplicate', 'not_our_bug'];
	for (const [what, status, resolution, choices] of [
		['all usual ones for an open ticket', 'reported', 'unresolved', usual],
		['all usual ones for an open ticket with an odd resolution', 'reported', 'odd', usual],
		['all usual ones for a ticket that has one of them', 'resolved', 'invalid', usual],
		['also the one that a resolved ticket has', 'resolved', 'closed', [...usual, 'closed']],
	] as const) {
		it(`are as resolutions ${what}`, () =>
			assert.deepEqual(values(resolutionChoices(status, resolution)), choices));
	}
});
