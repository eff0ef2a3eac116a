import assert from 'node:assert/strict';
import { type Draft, emptyDraft, withoutSent } from '../../../src/protocol/draft.ts';

const draft = (part: Partial<Draft>): Draft => ({ ...emptyDraft(0), ...part });

describe('What is left of a draft that has been sent', () => {
	const cases: readonly (readonly [string, Partial<Draft>, Partial<Draft>, Partial<Draft>])[] = [
		['nothing, where nothing was added', { text: 'Sent.' }, { text: 'Sent.' }, {}],
		['what was added at its end', { text: 'Sent.' }, { text: 'Sent.\n\nMore' }, { text: 'More' }],
		['all of a text that was changed', { text: 'Sent.' }, { text: 'Set. More' }, { text: 'Set. More' }],
		['all of a text that was shortened', { text: 'Sent.' }, { text: 'Sen' }, { text: 'Sen' }],
		['a text, where only a status was sent', { status: 'resolved' }, { text: ' New' }, { text: ' New' }],
		[
			'a choice that was changed, and not one that was sent',
			{ status: 'resolved', resolution: 'fixed' },
			{ status: 'resolved', resolution: 'invalid' },
			{ resolution: 'invalid' },
		],
		[
			'labels that were added to the choice',
			{ addLabels: ['bug'], removeLabels: ['wip'] },
			{ addLabels: ['bug', 'terminal'], removeLabels: ['wip', 'undo'] },
			{ addLabels: ['terminal'], removeLabels: ['undo'] },
		],
		[
			'the text of the next new ticket, without the title of the last',
			{ title: 'One', text: 'First.' },
			{ title: 'One', text: 'First. Second.' },
			{ text: 'Second.' },
		],
	];
	for (const [words, sent, now, left] of cases) {
		it(`is ${words}`, () => {
			assert.deepEqual(withoutSent(draft(now), draft(sent)), draft(left));
		});
	}
});
