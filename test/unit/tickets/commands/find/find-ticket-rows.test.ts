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
	it('show the title, the status as an icon, and the facts', () => {
		assert.deepEqual(find('slow'), [
			{
				kind: 'ticket',
				key: { ...key, ticket: 42 },
				title: 'It $(x) is slow',
				status: { icon: 'issues', tone: 'info' },
				facts: 'Reported · bug, ui · 2d',
			},
		]);
	});

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

	it('are filtered as in the Tickets view, for the user of each account', () => {
		const all = [known(1), known(2, { status: 'resolved', resolution: 'fixed' })];
		const first = (text: string) => lines(find(text, { known: all }))[0];
		assert.equal(first('slow status:closed'), '#2');
		assert.equal(first('#1 status:closed'), 'nothing');
		assert.equal(first('submitter:me'), 'nothing');
	});

	it('are in the order of the query if it has one', () => {
		const all = [known(1), known(2), known(3)];
		assert.deepEqual(lines(find('slow rsort:id', { known: all })).slice(0, 3), ['#1', '#2', '#3']);
		assert.deepEqual(lines(find('slow sort:id', { known: all })).slice(0, 3), ['#3', '#2', '#1']);
	});

	it('are at most a hundred', () => {
		assert.equal(find('', { known: Array.from({ length: 120 }, (_, nth) => known(nth + 1)) }).length, 100);
	});

	it('say that nothing matches, but not while tickets are still being read', () => {
		for (const isComplete of [true, false])
			assert.deepEqual(find('nothing like it', { isComplete }), [{ kind: 'nothing', isComplete }]);
		assert.deepEqual(find('nothing like it', { isBusy: true }), []);
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

	it('cost nothing for a text that cannot have filters', () => {
		assert.deepEqual(lines(find('slow', { values: () => assert.fail() })), ['#42']);
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

	it('have all of the words, and match the filters', async () => {
		const numbersOf = async (text: string) => (await found(text)).map(({ key }) => key.ticket);
		assert.deepEqual(await numbersOf('caret undo'), [1]);
		assert.deepEqual(await numbersOf('caret status:open'), [4, 1]);
		assert.deepEqual(await numbersOf('ca'), []);
	});

	it('include those that have the words in comments', async () => {
		const withComments = (_: unknown, one: Ticket) =>
			one.id === 2 ? { ...one, description: `${one.description}\nI cannot see it.` } : one;
		const inTexts = await foundInTexts(
			'cannot see',
			{ ...input, withComments },
			new AbortController().signal,
		);
		assert.deepEqual(
			inTexts.map(({ key }) => key.ticket),
			[2],
		);
		const [row] = find('cannot see', { known: all, inTexts, withComments });
		assert.match(factsOf(row) ?? '', /^“It blinks\. I cannot see it\.” · /);
	});

	it('include those with a phrase in comments, and with one word in a script without blanks', async () => {
		const withComments = (_: unknown, one: Ticket) =>
			one.id === 2
				? { ...one, description: `${one.description}\nThe cursor hops, ユーザー登録 fails.` }
				: one;
		const textRows = async (text: string) => {
			const inTexts = await foundInTexts(text, { ...input, withComments }, new AbortController().signal);
			return find(text, { known: all, inTexts, withComments });
		};
		for (const text of ['"cursor hops"', 'Caret "cursor hops"', '登録', '"登録"']) {
			const rows = await textRows(text);
			assert.deepEqual(lines(rows), ['#2'], text);
			assert.match(factsOf(rows[0]) ?? '', /^“It blinks\. The cursor hops, ユーザー登録 fails\.” · /, text);
		}
		assert.deepEqual(lines(await textRows('"hops cursor"')), ['nothing']);
	});

	it('are not searched any longer when the user types on', async () => {
		const typing = new AbortController();
		const search = found('caret', typing.signal);
		typing.abort();
		await assert.rejects(search, { name: 'AbortError' });
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

	it('begin with its tracker if no title is similar, or none is known', () => {
		for (const title of ['Something else', undefined])
			assert.deepEqual(search('', title), ['#13', '#12', '#11', '#22', '#21']);
	});

	it('begin with its tracker while the user types, in the order of any search', () => {
		assert.deepEqual(search('undo', 'Paste and undo'), ['#13', '#11', '#22', '#21']);
		assert.deepEqual(search('tools', 'Paste and undo'), ['#22', '#21']);
	});

	it('have only what a filter finds', () => {
		assert.deepEqual(search('status:resolved', 'Paste and undo'), ['nothing']);
	});
});

describe('The row of a ticket that is named and not known', () => {
	it('opens the ticket, below those that were found', () => {
		const rows = find('#4');
		assert.deepEqual(lines(rows), ['#42', 'open ~ana/editor#4']);
		assert.deepEqual(keyOf(rows[1]), { ...key, ticket: 4 });
	});

	it('belongs to the account that knows the tracker', () => {
		const accounts = [account('one', 'forge.test'), account('two', 'forge.test', ['tools'])];
		assert.deepEqual(find('tools#4', { accounts, isBusy: true }).map(keyOf), [
			{ account: 'two', owner: '~ana', tracker: 'tools', ticket: 4 },
		]);
	});

	it('comes first if the text is the address of the ticket', () => {
		const rows = find('https://todo.forge.test/~ana/editor/4', {
			known: [known(42, { title: 'https://todo.forge.test/~ana/editor/4' })],
		});
		assert.deepEqual(lines(rows), ['open ~ana/editor#4', '#42']);
	});

	it('is left out if the text names a known ticket too', () => {
		const accounts = [account('one', 'forge.test', ['editor', 'tools'])];
		assert.deepEqual(lines(find('#42', { accounts })), ['#42']);
	});

	it('exists for at most five trackers', () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
		const rows = find('#7', { accounts: [account('one', 'forge.test', names)] });
		assert.deepEqual(
			rows.map((row) => ('key' in row ? row.key.tracker : row.kind)),
			['a', 'b', 'c', 'd', 'e', 'nothing'],
		);
	});

	it('names the account if there are several', () => {
		const accounts = [
			account('one', 'a.test'),
			account('two', 'b.test'),
			account('three', 'b.test', ['editor'], '~bob'),
		];
		const rows = find('~ana/editor#7', { accounts });
		assert.deepEqual(
			rows.map((row) => (row.kind === 'unknown' ? [row.key.account, row.name] : row.kind)),
			[
				['one', '~ana/editor#7 · ~ana (a.test)'],
				['two', '~ana/editor#7 · ~ana (b.test)'],
				['three', '~ana/editor#7 · ~bob (b.test)'],
				'nothing',
			],
		);
	});
});
