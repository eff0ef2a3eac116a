import assert from 'node:assert/strict';
import fc from 'fast-check';
import { completeQuery } from '../../../../src/platform/model/query/complete-query.ts';
import { collectFieldValues } from '../../../../src/tickets/model/query/field-values.ts';
import { parseTicketQuery, ticketLanguage } from '../../../../src/tickets/model/query/query.ts';
import { anyQuery, anyText, anyTicket, person, ticket, user } from '../../../kit/items/query-tickets.ts';

const known = {
	statuses: ['reported', 'Triaged'],
	labels: ['bug', 'needs info', 'big'],
	people: ['~bob', 'carol@example.org', '~abby'],
	submitters: ['carol@example.org'],
	assignees: ['~abby'],
};

/** The text after accepting the first proposal at the `|`, followed by all proposals. */
function completionsAt(marked: string): [first: string, ...proposals: string[]] {
	const cursor = marked.indexOf('|');
	const text = marked.replace('|', '');
	const { start, end, items } = completeQuery(ticketLanguage, text, cursor, known);
	const [first] = items;
	const taken = first ? text.slice(0, start) + first.text + text.slice(end) : text;
	return [taken, ...items.map((item) => item.text)];
}

describe('Completion of a query', () => {
	const keys = ['status:', 'resolution:', 'label:', 'assigned:', 'submitter:', 'no:', 'sort:', 'rsort:'];
	const cases: readonly [marked: string, taken: string, ...proposals: string[]][] = [
		['|', 'status:', ...keys],
		['slow |', 'slow status:', ...keys],
		['!|', '!status:', ...keys],
		['s|', 'status:', 'status:', 'submitter:', 'sort:'],
		['!L|', '!label:', 'label:'],
		['st|ate slow', 'status: slow', 'status:'],
		['so|:title', 'sort:title', 'sort:'],
		['zz|', 'zz'],
		['"st|', '"st'],
		['|!a', '|!a'.replace('|', '')],
		['status:re|', 'status:reported', 'reported', 'resolved', 'in_progress'],
		[
			'status:|x y',
			'status:open y',
			'open',
			'closed',
			'any',
			'reported',
			'triaged',
			'confirmed',
			'in_progress',
			'pending',
			'resolved',
		],
		['!label:b|', '!label:bug', 'bug', 'big'],
		['label:i|', 'label:"needs info"', '"needs info"', 'big'],
		['label:"ne|', 'label:"needs info"', '"needs info"'],
		['label:"needs info"|', 'label:"needs info"', '"needs info"'],
		['assigned:|', 'assigned:me', 'me', '~abby', '~bob', 'carol@example.org'],
		['submitter:|', 'submitter:me', 'me', 'carol@example.org', '~bob', '~abby'],
		['submitter:~b|', 'submitter:~bob', '~bob', '~abby'],
		['no:|', 'no:label', 'label', 'assignee'],
		['rsort:c|', 'rsort:created', 'created'],
		['color:|', 'color:'],
		['sort:"c|"x', 'sort:created x', 'created '],
	];
	for (const [marked, ...expected] of cases) {
		it(`at ${marked} proposes ${expected.slice(1).join(' ') || 'nothing'}`, () =>
			assert.deepEqual(completionsAt(marked), expected));
	}

	it('explains every proposal', () => {
		for (const text of ['', 'status:', 'label:', 'no:', 'sort:', 'rsort:']) {
			for (const { detail } of completeQuery(ticketLanguage, text, text.length, known).items)
				assert.notEqual(detail, '');
		}
		const people = ['~bob', 'carol@example.org', 'git.example.net:octo'];
		const proposed = completeQuery(ticketLanguage, 'submitter:', 10, { people }).items;
		assert.deepEqual(
			proposed.map(({ detail }) => detail),
			['your account', '', 'by email', 'from another site'],
		);
	});

	it('replaces a valid range of the text and never proposes a problem', () => {
		fc.assert(
			fc.property(fc.oneof(anyQuery, anyText), fc.integer(), (text, cursor) => {
				const { start, end, items } = completeQuery(ticketLanguage, text, cursor, known);
				assert.ok(0 <= start && start <= end && end <= text.length);
				for (const item of items.filter((one) => !one.text.endsWith(':'))) {
					const taken = text.slice(0, start) + item.text + text.slice(end);
					const inside = parseTicketQuery(taken, known).problems.filter(
						(problem) => problem.start < start + item.text.length && problem.end > start,
					);
					// A sort order cannot be negated, whatever follows it.
					if (!/!r?sort:$/i.test(text.slice(0, start))) assert.deepEqual(inside, []);
				}
			}),
		);
	});

	it('knows the statuses, resolutions and people from the tickets', () => {
		const tickets = [
			ticket({ assignees: [person('ana')], status: 'triaged' }),
			ticket({ submitter: { type: 'email', address: 'c@example.org', name: null } }),
			ticket({ submitter: user('ana'), status: 'resolved', resolution: 'fixed' }),
		];
		assert.deepEqual(collectFieldValues(tickets), {
			statuses: ['triaged', 'reported', 'resolved'],
			resolutions: ['fixed', 'unresolved'],
			people: ['~ana', '~bob', 'c@example.org'],
			submitters: ['~bob', 'c@example.org', '~ana'],
			assignees: ['~ana'],
		});
		fc.assert(fc.property(fc.array(anyTicket), (any) => void collectFieldValues(any)));
	});
});
