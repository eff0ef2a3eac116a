import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import { type TicketRowInput, ticketRow } from '../../../../src/tickets/view/ticket-row.ts';
import { key, ticket } from '../../../kit/pages/ticket-view.ts';
import { root } from '../../../tools/places.ts';

const rowOf = (other: Partial<Ticket>, part: Partial<TicketRowInput> = {}) =>
	ticketRow({
		key,
		ticket: { ...ticket, labels: [], ...other },
		listId: 'above',
		hasDraft: false,
		isUnseen: false,
		waiting: undefined,
		resolveOnly: false,
		hasExtras: true,
		isPermitted: () => true,
		isSubscribed: undefined,
		labelColors: (name) => (name === 'bug' ? '#cc0000' : '#888888'),
		describePeople: async (people) => people.map(({ name, role }) => `${role} ${name}`).join(),
		now: Date.parse('2026-11-20T08:40:00Z'),
		...part,
	});

function hover(other: Partial<Ticket>): string {
	const { tooltip } = rowOf(other);
	assert.ok(typeof tooltip === 'object');
	return tooltip.markdown();
}

const head = '**\\#42 Undo history is lost**\n\nIn progress · assigned to \\~bob · by \\~dan · 1 hour ago';
const chip = (name: string, letters: string, color: string) =>
	`<span style="color:${letters};background-color:${color};border-radius:3px;">&nbsp;${name}&nbsp;</span>`;

describe('The hover of a ticket', () => {
	const cases: readonly [what: string, other: Partial<Ticket>, hover: string][] = [
		[
			'shows the labels in their colors',
			{ labels: ['bug', 'a<b>\u202e'], description: '' },
			`${head}\n\n${chip('bug', '#ffffff', '#cc0000')} ${chip('a&lt;b&gt;‹U\\+202E›', '#000000', '#888888')}`,
		],
		[
			'shows the first lines below a rule',
			{ description: '# Steps\n\n- *open*\n- close' },
			`${head}\n\n---\n\n<strong>Steps</strong>\n\n- <em>open</em>\n- close`,
		],
		['has no rule without a description', { description: ' \n' }, head],
		['has no rule if nothing in the description is visible', { description: '![](x)\n\n[a]: b' }, head],
		[
			'shows the title as it was written',
			{ title: '**[x](https://a.example)** <b> ', description: '' },
			head.replace('Undo history is lost', '\\*\\*\\[x\\]\\(https\\:\\/\\/a\\.example\\)\\*\\* &lt;b&gt;'),
		],
		[
			'names all assignees',
			{ description: '', assignees: [...ticket.assignees, { canonical_name: '~eve', name: 'eve' }] },
			head.replace('\\~bob', '\\~bob\\, \\~eve'),
		],
		[
			'leaves out what is unknown',
			{ description: '', assignees: [], submitter: null, updated: '' },
			'**\\#42 Undo history is lost**\n\nIn progress · by unknown user',
		],
		[
			'shows the number of a ticket without a title',
			{ title: '', description: '' },
			head.replace(' Undo history is lost', ''),
		],
	];
	for (const [what, other, text] of cases) it(what, () => assert.equal(hover(other), text));

	const assignees = ['~eve', '~bob', '~fay', '~guy'].map((name) => ({ canonical_name: name, name }));
	const address = { type: 'email', address: 'a@b.example', name: null } as const;
	for (const [what, other, names] of [
		[
			'the submitter and the assignees, at most three',
			{ assignees },
			'Submitted by ~dan,Assigned to ~eve,Assigned to ~bob',
		],
		['a user once', { assignees: [{ canonical_name: '~dan', name: 'dan' }] }, 'Submitted by ~dan'],
		['no person without an account', { submitter: address, assignees: [] }, ''],
	] as const satisfies readonly (readonly [string, Partial<Ticket>, string])[])
		it(`describes ${what}`, async () => {
			const { tooltip } = rowOf(other);
			assert.ok(typeof tooltip === 'object');
			assert.equal(await tooltip.more?.(new AbortController().signal), names);
		});
});

describe('The row of a ticket', () => {
	it('has a dot if there is new activity, also beside the letter of a draft', () => {
		const { badge, spokenLabel } = rowOf({}, { isUnseen: true });
		assert.deepEqual(badge, { letters: '●', tooltip: 'New activity' });
		assert.equal(spokenLabel, 'Ticket 42, Undo history is lost, In progress, new activity, 1 hour ago');
		const both = rowOf({}, { isUnseen: true, hasDraft: true }).badge;
		assert.deepEqual(both, { letters: '●D', tooltip: 'New activity. Has a draft' });
	});

	const closed = { status: 'resolved', resolution: 'wont_fix' };
	for (const [what, other, waiting, description, spoken] of [
		[
			'status',
			{ status: 'confirmed' },
			{ status: 'confirmed' },
			'1h · confirmed (waiting)',
			'Confirmed (waiting), 1 hour ago',
		],
		[
			'resolution',
			closed,
			{ resolution: 'wont_fix' },
			'1h · won’t fix (waiting)',
			'Won’t fix (waiting), 1 hour ago',
		],
		[
			'new label',
			{ labels: ['a'] },
			{ addLabels: ['a'] },
			'1h · a (waiting)',
			'In progress, labels a (waiting), 1 hour ago',
		],
		['lost label', {}, { removeLabels: ['a'] }, '1h · no labels (waiting)', 'In progress, 1 hour ago'],
	] as const satisfies readonly (readonly [
		string,
		Partial<Ticket>,
		TicketRowInput['waiting'],
		string,
		string,
	])[]) {
		it(`says that its ${what} is waiting`, () => {
			const row = rowOf(other, { waiting });
			assert.equal(row.description, description);
			assert.equal(row.spokenLabel, `Ticket 42, Undo history is lost, ${spoken}`);
		});
	}

	const descriptions: readonly [what: string, other: Partial<Ticket>, description: string][] = [
		['all of two labels', { labels: ['a', 'b'] }, '1h · a, b'],
		['the first two of three labels', { labels: ['a', 'b', 'c'] }, '1h · a, b +1'],
		['the first two of more labels, and their number', { labels: ['a', 'b', 'c', 'd'] }, '1h · a, b +2'],
		['invisible characters of labels by code', { labels: ['a\u202e'] }, '1h · a‹U+202E›'],
		['only the age of an open ticket without labels', {}, '1h'],
		['how a closed ticket was resolved', { ...closed, labels: ['a'] }, '1h · won’t fix · a'],
		['nothing of an open ticket without a date', { updated: '' }, ''],
	];
	for (const [what, other, description] of descriptions)
		it(`describes ${what}`, () => assert.equal(rowOf(other).description, description));

	it('has the reference in place of a missing title, and no invisible characters', () => {
		assert.deepEqual(
			[rowOf({ title: '' }).label, rowOf({ title: '' }).spokenLabel?.split(', ')[1]],
			['#42 ~ana/editor#42', '~ana/editor#42'],
		);
		assert.equal(rowOf({ title: 'a\u202eb' }).label, '#42 a‹U+202E›b');
	});

	interface MenuEntry {
		readonly command?: string;
		readonly submenu?: string;
		readonly when: string;
	}
	const entries: readonly MenuEntry[] = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
		.contributes.menus['view/item/context'];
	/** The commands and submenus in the menu of a row, without `tildeforge.` and `Ticket`. */
	const menuOf = ({ context = assert.fail() }: Row, { several = false } = {}) => {
		const matches = (pattern: string | undefined) =>
			pattern !== undefined && new RegExp(pattern).test(context);
		const offered = entries.filter(({ when }) => {
			const [, pattern, excluded, single] =
				/^view == tildeforge\.tickets && viewItem =~ \/(.*?)\/(?: && !\(viewItem =~ \/(.*)\/\))?( && !listMultiSelection)?$/.exec(
					when,
				) ?? [];
			return matches(pattern) && !matches(excluded) && !(single && several);
		});
		const names = offered.map(({ command, submenu }) => command ?? `${submenu}…`);
		return new Set(names.map((name) => name.replace(/^tildeforge\.|Ticket/g, '')));
	};

	const always = ['setStatus', 'openOnWeb', 'open', 'resolve', 'label', 'comment', 'copy…'];
	for (const [what, part, several, offered] of [
		['where a forge has only pages for more', { hasExtras: false }, false, []],
		['of one ticket', { isSubscribed: false }, false, ['assign…', 'edit…', 'subscribeTo', 'delete']],
		['of several', { isSubscribed: true }, true, ['assign…', 'unsubscribeFrom']],
	] as const)
		it(`offers what can be done in the editor ${what}`, () => {
			const menu = menuOf(rowOf({ status: 'in_progress' }, part), { several });
			assert.deepEqual([...menu].sort(), [...always, ...offered].sort());
		});

	it('offers to unassign only if the ticket has an assignee', () => {
		const context = ({ context = '' }: Row) => context.split(' ').includes('assigned');
		assert.deepEqual([context(rowOf({})), context(rowOf({ assignees: [] }))], [true, false]);
	});

	it('offers to subscribe or to unsubscribe, and both if it is not known which', () => {
		const offers = (isSubscribed: boolean | null | undefined) =>
			[...menuOf(rowOf({}, { isSubscribed }))].filter((one) => /subscribe/.test(one));
		assert.deepEqual([true, false, undefined, null].map(offers), [
			['unsubscribeFrom'],
			['subscribeTo'],
			['subscribeTo', 'unsubscribeFrom'],
			['subscribeTo', 'unsubscribeFrom'],
		]);
	});
});
