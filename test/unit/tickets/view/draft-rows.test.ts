import assert from 'node:assert/strict';
import type { Row } from '../../../../src/platform/view/row.ts';
import type { TicketText } from '../../../../src/tickets/state/changes/text-format.ts';
import { draftsRow } from '../../../../src/tickets/view/draft-rows.ts';
import { textFor } from '../../../kit/items/written-texts.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';

const now = Date.parse('2026-11-20T08:12:00Z');
const account = { id: 'one', name: '~ana', instance: 'forge.test' };
const tracker = { account: 'one', owner: '~ana', tracker: 'editor' };
const more = { account, saved: now };
const ofTicket = textFor({ ...tracker, ticket: 42 }, { text: '\nIt is here.\nReally.' }, more);
const ofNew = textFor(tracker, { title: 'It is slow' }, { ...more, id: 'new' });
const withBody = (text: TicketText, part: Partial<TicketText['body']>): TicketText => ({
	...text,
	body: { ...text.body, ...part },
});

const rowOf = (texts: readonly TicketText[], title?: string) =>
	draftsRow(() => ({
		texts,
		titleOf: ({ ticket }) => (ticket === 42 ? title : undefined),
	}));
const below = async (row: Row | undefined) => (await row?.children?.()) ?? assert.fail('it has no children');
const first = async (draft: TicketText, title?: string) =>
	(await below(rowOf([draft], title)))[0] ?? assert.fail('there is no draft');

describe('The row of a draft', () => {
	stopTheDate(now);

	const cases: readonly [what: string, draft: TicketText, title: string | undefined, string, RegExp][] = [
		['has the title of its ticket', ofTicket, 'Undo is lost', '#42 Undo is lost', /^~ana\/editor#42 · /],
		[
			'has the first line of the text if the title of the ticket is unknown',
			ofTicket,
			undefined,
			'#42 It is here.',
			/^~ana\/editor#42 · /,
		],
		[
			'has only the reference of the ticket if nothing was written',
			withBody(ofTicket, { text: ' ' }),
			undefined,
			'~ana/editor#42',
			/^(?!.*editor).*\d/,
		],
		['has the title of a new ticket', ofNew, undefined, 'It is slow', /^New ticket in ~ana\/editor · /],
		[
			'has the first line of the text of a new ticket without a title',
			withBody(ofNew, { title: '', text: 'Slow\nas ever' }),
			undefined,
			'Slow',
			/^New ticket in ~ana\/editor · /,
		],
		[
			'names only the tracker if a new ticket has no text yet',
			withBody(ofNew, { title: '', status: 'confirmed' }),
			undefined,
			'New ticket in ~ana/editor',
			/^(?!New ticket)/,
		],
		[
			'shortens a long first line',
			withBody(ofTicket, { text: 'x'.repeat(300) }),
			undefined,
			`#42 ${'x'.repeat(200)}`,
			/./,
		],
	];
	for (const [what, draft, title, label, description] of cases) {
		it(what, async () => {
			const row = await first(draft, title);
			assert.equal(row.label, label);
			assert.match(row.description ?? '', description);
		});
	}

	it('shows who wrote it, and the beginning of its text', async () => {
		const { tooltip } = await first(withBody(ofTicket, { text: 'y'.repeat(600) }));
		assert.equal(tooltip, `~ana/editor#42, written by ~ana (forge.test)\n${'y'.repeat(500)}`);
		const unknown = { ...ofNew, account: { id: 'one', name: '', instance: '' } };
		assert.equal((await first(unknown)).tooltip, 'New ticket in ~ana/editor\n');
	});
});

describe('The row of a comment for several tickets', () => {
	stopTheDate(now);

	const tickets = [1, 2].map((ticket) => ({ ...tracker, ticket }));
	const comment = textFor({ tickets }, { text: '\nThanks,\nboth.' }, { ...more, id: 'shared' });

	it('names the tickets, and opens the editor on a click', async () => {
		const [row] = await below(rowOf([comment]));
		const { description, asOfNow: _, ...rest } = row ?? assert.fail();
		const about = { kind: 'comment', key: tickets[0], tickets, text: 'shared' };
		assert.match(description ?? '', /^Comment on 2 tickets · /);
		assert.deepEqual(rest, {
			id: 'draft/shared',
			label: 'Thanks,',
			icon: 'edit',
			tooltip: 'Comment on 2 tickets: ~ana/editor#1, ~ana/editor#2\n\nThanks,\nboth.',
			spokenLabel: 'Draft, Comment on 2 tickets, Thanks,',
			context: 'draft',
			command: { id: 'tildeforge.openRow', title: 'Open Draft', arguments: [about] },
			about,
		});
	});
});
