import assert from 'node:assert/strict';
import type { Ticket } from '../../../../../src/forge/shapes/trackers.ts';
import { foundInTexts, foundRows } from '../../../../../src/tickets/commands/find/find-ticket-rows.ts';
import { collectFieldValues } from '../../../../../src/tickets/model/query/field-values.ts';
import {
	indexParts,
	TicketIndex,
	type TrackerTickets,
} from '../../../../../src/tickets/model/query/ticket-index.ts';
import { ticket } from '../../../../kit/items/query-tickets.ts';

const key = { account: 'one', owner: '~ana', tracker: 'editor' };
const known = (id: number, fields: Partial<Ticket> = {}, tracker = 'editor') => ({
	key: { ...key, tracker },
	tickets: [ticket({ id, ...fields })],
});
const account = (id: string, instance: string, trackers: readonly string[] = ['editor'], me = '~ana') => ({
	account: id,
	me,
	instance: { name: instance, trackers: `https://todo.${instance}` },
	trackers: trackers.map((tracker) => ({ account: id, owner: '~ana', tracker })),
});

type FindInput = Omit<Parameters<typeof foundRows>[1], 'known'> & {
	readonly known: readonly TrackerTickets[];
};
function find(
	text: string,
	{
		known: all = [known(42, { title: 'It $(x) is slow', labels: ['bug', 'ui'] })],
		...part
	}: Partial<FindInput> = {},
) {
	return foundRows(text, {
		known: new TicketIndex(indexParts(all)),
		values: () => ({
			...collectFieldValues(all.flatMap(({ tickets }) => tickets)),
			labels: ['bug', 'ui', 'needs info'],
		}),
		accounts: [account('one', 'forge.test')],
		isBusy: false,
		isComplete: true,
		now: Date.parse('2026-01-03T00:00:00Z'),
		...part,
	});
}
/** A line for each row. */
const lines = (rows: ReturnType<typeof foundRows>) =>
	rows.map((row) => {
		if (row.kind === 'ticket') return `#${row.key.ticket}`;
		if (row.kind === 'unknown') return `open ${row.name}`;
		if (row.kind === 'completion') return `> ${row.text}`;
		return row.kind === 'problem' ? `! ${row.label}` : row.kind;
	});
const keyOf = (row: ReturnType<typeof foundRows>[number] | undefined) => row && 'key' in row && row.key;
const factsOf = (row: ReturnType<typeof foundRows>[number] | undefined) =>
	row?.kind === 'ticket' ? row.facts : undefined;

describe('The rows of the tickets that a search finds', () => {
	it('show how a closed ticket was resolved', () => {
		const [row] = find('', { known: [known(1, { status: 'resolved', resolution: 'fixed' })] });
		assert.match(factsOf(row) ?? '', /^Fixed · /);
	});

	it('show no invisible characters', () => {
		const [row] = find('', { known: [known(1, { title: 'a\u202eb', labels: ['c\u202ed'] })] });
		assert.ok(row?.kind === 'ticket' && !`${row.title}${row.facts}`.includes('\u202e'));
	});

	it('name the tracker only if there are several', () => {
		const rows = find('', { known: [known(1), known(2, {}, 'tools')] });
		assert.deepEqual(
			rows.map((row) => factsOf(row)?.split(' · ')[0]),
			['~ana/tools', '~ana/editor'],
		);
	});

	it('name the tracker and the account if there are several accounts', () => {
		const editors = ['one', 'two', 'three'].map((of) => ({ ...known(12), key: { ...key, account: of } }));
		const accounts = [
			account('one', 'a.test'),
			account('two', 'b.test'),
			account('three', 'b.test', ['editor'], '~bob'),
		];
		const rows = find('', { known: editors, accounts });
		assert.deepEqual(rows.map((row) => factsOf(row)?.split(' · ').slice(0, 2).join(' · ')).sort(), [
			'~ana/editor · ~ana (a.test)',
			'~ana/editor · ~ana (b.test)',
			'~ana/editor · ~bob (b.test)',
		]);
	});
});

describe('The rows that help with filters in a search', () => {
	const all = [known(1, { labels: ['bug'] }), known(2, { title: 'A label' }), known(3, { title: 'Labels' })];
	const help = (text: string) => lines(find(text, { known: all }));
	const cases: readonly [what: string, text: string, ...first: string[]][] = [
		['finish a value', 'label:bu', '> label:bug', 'nothing', '! Unknown label "bu". Did you mean label:bug?'],
		['offer values if one is missing', 'slow label:', '> slow label:bug', '> slow label:ui'],
		[
			'explain a mistake before the tickets',
			'lable:bug ',
			'! Unknown filter "lable:". Did you mean label:bug?',
			'#3',
		],
		[
			'explain a mistake in the same words as a filter',
			'status:opne',
			'! Unknown status "opne". Did you mean status:open?',
		],
		['explain an unknown value below the tickets', 'label:nope', 'nothing', '! Unknown label "nope".'],
		['offer the filter that a word begins below the first ticket', 'labe', '#3', '> label:', '#2'],
	];
	for (const [what, text, ...first] of cases) {
		it(what, () => assert.deepEqual(help(text).slice(0, first.length), first));
	}

	it('offer nothing for a finished filter, a new word or a single letter', () => {
		assert.deepEqual(help('label:bug'), ['#1']);
		assert.deepEqual(help(''), ['#3', '#2', '#1']);
		assert.deepEqual(help('label '), ['#3', '#2']);
		assert.ok(help('l').indexOf('> label:') > 1);
	});
});

describe('The tickets that have the words in their descriptions', () => {
	const all = [
		known(1, { title: 'Undo', description: 'The caret jumps.' }),
		known(2, { title: 'Caret', description: 'It blinks.' }),
		known(3, { title: 'Keys', description: 'No caret, no keys.', status: 'resolved' }),
		known(4, { title: 'Menu', description: 'The caret hides.' }, 'tools'),
	];
	const input = {
		known: new TicketIndex(indexParts(all)),
		values: () => ({}),
		accounts: [account('one', 'forge.test')],
	};
	const found = (text: string, signal = new AbortController().signal) => foundInTexts(text, input, signal);

	it('are found after those that the search finds, and never twice', async () => {
		const inTexts = await found('caret');
		const numbers = inTexts.map(({ key }) => key.ticket);
		assert.deepEqual(numbers, [4, 1, 3]);
		const rows = find('caret', { known: all, inTexts });
		assert.deepEqual(lines(rows), ['#2', '#4', '#1', '#3']);
		assert.match(factsOf(rows[2]) ?? '', /^“The caret jumps\.” · /);
		assert.doesNotMatch(factsOf(rows[0]) ?? '', /“/);
	});
});

describe('The rows of a search for a similar ticket', () => {
	const ofTracker = (tracker: string, from: number, ...titles: readonly string[]) => ({
		key: { ...key, tracker },
		tickets: titles.map((title, nth) => ticket({ id: from + nth, title })),
	});
	const all = [
		ofTracker('tools', 21, 'Undo loses text', 'Undo'),
		ofTracker('editor', 11, 'Undo loses text after a paste', 'Wrap lines', 'Undo forgets a paste'),
	];
	const search = (text: string, title?: string) =>
		lines(find(text, { known: all, similarTo: { tracker: key, title } }));

	it('begin with similar titles of its tracker, then the others of its tracker', () => {
		assert.deepEqual(search('', 'Paste and undo'), ['#13', '#11', '#12', '#22', '#21']);
	});

	it('begin with similar titles even if the ticket has words that no other has', () => {
		const title = 'Paste umlauts';
		const known = [ofTracker('editor', 11, 'Paste is slow', title, 'Wrap lines')];
		const similarTo = { tracker: key, title, ticket: 12 };
		assert.deepEqual(lines(find('', { known, similarTo })), ['#11', '#13', '#12']);
	});
});

describe('The row of a ticket that is named and not known', () => {
	it('opens the ticket, below those that were found', () => {
		const rows = find('#4');
		assert.deepEqual(lines(rows), ['#42', 'open ~ana/editor#4']);
		assert.deepEqual(keyOf(rows[1]), { ...key, ticket: 4 });
	});

	it('exists for at most five trackers', () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
		const rows = find('#7', { accounts: [account('one', 'forge.test', names)] });
		assert.deepEqual(
			rows.map((row) => ('key' in row ? row.key.tracker : row.kind)),
			['a', 'b', 'c', 'd', 'e', 'nothing'],
		);
	});
});
