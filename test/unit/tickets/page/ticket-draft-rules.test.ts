import assert from 'node:assert/strict';
import { emptyDraft, type ShownDraft, withoutSent } from '../../../../src/tickets/page/ticket-draft-rules.ts';

const draft = (part: Partial<ShownDraft>): ShownDraft => ({ ...emptyDraft(0), ...part });

describe('What remains of a draft after it was sent', () => {
	const cases: readonly (readonly [string, Partial<ShownDraft>, Partial<ShownDraft>, Partial<ShownDraft>])[] =
		[
			['nothing if nothing was added', { text: 'Sent.' }, { text: 'Sent.' }, {}],
			['what was added at its end', { text: 'Sent.' }, { text: 'Sent.\n\nMore' }, { text: 'More' }],
			['a new text if only a status was sent', { status: 'resolved' }, { text: ' New' }, { text: ' New' }],
			[
				'a status and its resolution if one of them was changed',
				{ status: 'resolved', resolution: 'fixed' },
				{ status: 'resolved', resolution: 'invalid' },
				{ status: 'resolved', resolution: 'invalid' },
			],
			[
				'labels that were added to the choice',
				{ addLabels: ['bug'], removeLabels: ['wip'] },
				{ addLabels: ['bug', 'terminal'], removeLabels: ['wip', 'undo'] },
				{ addLabels: ['terminal'], removeLabels: ['undo'] },
			],
			[
				'the text of the next new ticket, without the title of the last one',
				{ title: 'One', text: 'First.' },
				{ title: 'One', text: 'First. Second.' },
				{ text: 'Second.' },
			],
		];
	for (const [words, sent, now, left] of cases) {
		it(`is ${words}`, () => {
			const rest = withoutSent(draft(now), { ...draft(sent), saved: 7 });
			assert.deepEqual(rest, { ...draft(left), after: 7 });
		});
	}

	it('is the whole draft if it was written after the send', () => {
		const again = { ...draft({ text: 'Thanks!' }), after: 7 };
		assert.equal(withoutSent(again, { ...draft({ text: 'Thanks!' }), saved: 7 }), again);
	});
});
