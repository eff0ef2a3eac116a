import assert from 'node:assert/strict';
import { findObstacle, isEmpty, missingText, sendButtonText } from '../../../media/ticket/send-button.ts';
import { type DraftBody, emptyBody } from '../../../src/tickets/model/ticket-draft.ts';
import { changesOf } from '../../../src/tickets/page/choices.ts';
import type { Composer } from '../../../src/tickets/page/protocol.ts';
import { composer, newTicket } from '../../kit/pages/sample.ts';

const draft = (part: Partial<DraftBody>): DraftBody => ({ ...emptyBody, ...part });
const labelFor = (part: Partial<DraftBody>, of: Composer = composer, account?: string) =>
	sendButtonText('ticket', changesOf(draft(part), of), of, account);
const resolved: Composer = {
	...composer,
	status: { value: 'resolved', label: 'Resolved' },
	resolution: 'fixed',
};

describe('The label of the send button', () => {
	const text = 'Applied, thank you!';
	const cases: readonly (readonly [Partial<DraftBody>, string, Composer?])[] = [
		[{}, 'Comment'],
		[{ text: ' \n' }, 'Comment'],
		[{ text }, 'Comment'],
		[{ status: 'resolved', resolution: 'duplicate' }, 'Resolve as duplicate'],
		[{ status: 'resolved', resolution: 'wont_fix' }, 'Resolve as won’t fix'],
		[{ status: 'resolved' }, 'Resolve as fixed'],
		[{ text, status: 'resolved', resolution: 'fixed' }, 'Comment and resolve as fixed'],
		[{ text, status: 'reported' }, 'Comment and reopen', resolved],
		[{ resolution: 'duplicate' }, 'Resolve as duplicate', resolved],
		[{ text, resolution: 'wont_fix' }, 'Comment and resolve as won’t fix', resolved],
		// Another user resolved it with a different resolution.
		[{ status: 'resolved', resolution: 'invalid' }, 'Resolve as invalid', resolved],
		[{ status: 'reported', resolution: 'duplicate' }, 'Reopen', resolved],
		[{ resolution: 'duplicate' }, 'Comment'],
		[{ status: 'in_progress' }, 'Set to in progress', resolved],
		[{ status: 'confirmed' }, 'Confirm'],
		[{ status: 'pending' }, 'Set to pending'],
		[{ status: 'reported' }, 'Set to reported'],
		[{ status: 'constructor' }, 'Set to constructor'],
		[{ text, addLabels: ['release note'] }, 'Comment and add 1 label'],
		[{ removeLabels: ['bug', 'undo'] }, 'Remove 2 labels'],
		[
			{ text, status: 'resolved', addLabels: ['release note'], removeLabels: ['bug', 'undo'] },
			'Comment, resolve as fixed, change 3 labels',
		],
		// A choice that the ticket already has is no longer a change.
		[{ text, status: 'resolved', resolution: 'fixed' }, 'Comment', resolved],
		[{ addLabels: ['bug'], removeLabels: ['gone long ago'] }, 'Comment'],
	];
	for (const [part, words, of] of cases) {
		it(`is "${words}" for ${JSON.stringify(part)}`, () => assert.equal(labelFor(part, of), words));
	}

	it('is “Create ticket” on the page of a new ticket', () => {
		const change = changesOf(draft({}), composer);
		assert.equal(sendButtonText('new', change, composer, undefined), 'Create ticket');
		const labeled = changesOf(draft({ addLabels: ['release note'] }), composer);
		assert.equal(sendButtonText('new', labeled, composer, undefined), 'Create ticket and add 1 label');
	});

	it('names the account if the user has several', () => {
		const name = (part: Partial<DraftBody>) => labelFor(part, composer, '~ana');
		assert.equal(name({ text }), 'Comment as ~ana');
		assert.equal(
			name({ text, status: 'resolved', resolution: 'fixed' }),
			'Comment as ~ana and resolve as fixed',
		);
		assert.equal(name({ status: 'resolved', resolution: 'fixed' }), 'Resolve as fixed (~ana)');
		assert.equal(
			sendButtonText('new', changesOf(draft({}), composer), composer, '~ana'),
			'Create ticket as ~ana',
		);
	});

	it('stands for no change if the draft would change nothing', () => {
		assert.equal(isEmpty(changesOf(draft({ text: ' ', addLabels: ['bug'] }), composer)), true);
		assert.equal(isEmpty(changesOf(draft({ removeLabels: ['bug'] }), composer)), false);
		const swapped = draft({ addLabels: ['release note'], removeLabels: ['bug'] });
		assert.equal(isEmpty(changesOf(swapped, composer)), false);
	});
});

describe('A problem with the length', () => {
	const cases: readonly (readonly ['ticket' | 'new', Partial<DraftBody>, RegExp | null])[] = [
		['ticket', { text: 'ok' }, /at least 3/],
		['ticket', { text: 'yes' }, null],
		['ticket', { status: 'resolved' }, null],
		['ticket', { text: 'x'.repeat(16_384) }, null],
		['ticket', { text: 'x'.repeat(16_385) }, /16,385/],
		['new', { title: ' ab ' }, /at least 3/],
		['new', { title: 'abc' }, null],
		['new', { title: 'x'.repeat(2048) }, null],
		['new', { title: 'x'.repeat(2049) }, /2,049/],
		['new', { title: 'abc', text: 'x'.repeat(16_383) }, null],
		['new', { title: 'abc', text: 'x'.repeat(16_384) }, /16,383/],
	];
	for (const [page, part, words] of cases) {
		const length = `a title of ${part.title?.length ?? 0} and a text of ${part.text?.length ?? 0} characters`;
		it(`${words ? 'is reported' : 'is not reported'} for a ${page === 'new' ? 'new ticket' : 'comment'} with ${length}`, () => {
			const of = page === 'new' ? (newTicket.composer ?? composer) : composer;
			const problem = findObstacle(page, draft(part), changesOf(draft(part), of));
			if (words) assert.match(problem ?? '', words);
			else assert.equal(problem, null);
		});
	}
});

describe('What is missing to send', () => {
	const newOne = newTicket.composer ?? composer;
	const of = (part: Partial<DraftBody>) => changesOf(draft(part), composer);

	it('is a title for a new ticket', () => {
		const missing = (title: string) => missingText('new', title, changesOf(draft({ title }), newOne));
		assert.equal(missing(' '), 'Enter a title of at least 3 characters');
		assert.equal(missing('ab'), null);
	});

	it('is a comment or a change for a ticket', () => {
		const missing = (part: Partial<DraftBody>) => missingText('ticket', '', of(part));
		assert.equal(missing({}), 'Write a comment, or change the status or labels');
		for (const part of [{ text: 'a' }, { status: 'resolved', resolution: 'fixed' }, { addLabels: ['x'] }])
			assert.equal(missing(part), null);
	});
});
