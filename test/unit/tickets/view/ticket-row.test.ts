import assert from 'node:assert/strict';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import { ticketRow } from '../../../../src/tickets/view/ticket-row.ts';
import { key, ticket } from '../page/view.ts';

function hover(other: Partial<Ticket>): string {
	const { tooltip } = ticketRow({
		key,
		ticket: { ...ticket, labels: [], ...other },
		listId: '',
		hasDraft: false,
		resolveOnly: false,
		labelColours: (name) => (name === 'bug' ? '#cc0000' : '#888888'),
		now: Date.parse('2026-11-20T08:40:00Z'),
	});
	assert.ok(typeof tooltip === 'object');
	return tooltip.markdown();
}

const head = '**\\#42 Undo history is lost**\n\nIn progress · assigned to \\~bob · by \\~dan · 1 hour ago';
const chip = (name: string, letters: string, colour: string) =>
	`<span style="color:${letters};background-color:${colour};border-radius:3px;">&nbsp;${name}&nbsp;</span>`;

describe('The hover of a ticket', () => {
	const cases: readonly [what: string, other: Partial<Ticket>, hover: string][] = [
		[
			'shows the labels in their colours',
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
			'shows the number of a ticket without a title',
			{ title: '', description: '' },
			head.replace(' Undo history is lost', ''),
		],
	];
	for (const [what, other, text] of cases) it(what, () => assert.equal(hover(other), text));
});
