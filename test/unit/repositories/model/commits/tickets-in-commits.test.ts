import assert from 'node:assert/strict';
import { refOf } from '../../../../../src/platform/model/keys.ts';
import { ticketsInCommits } from '../../../../../src/repositories/model/commits/tickets-in-commits.ts';

const instance = { trackers: 'https://todo.example' };
const tracker = { owner: '~ana', tracker: 'editor' };

describe('The tickets that commits mention', () => {
	const mentioned = (...messages: readonly string[]) =>
		ticketsInCommits(messages, { instance, tracker }).map(({ verb, ticket }) => `${verb} ${refOf(ticket)}`);

	it('are those of the trailers that the forge acts on, and those in the text', () => {
		assert.deepEqual(
			mentioned(
				[
					'Wrap lines, see #5',
					'As in ~bob/shell#2.',
					'Fixes: https://todo.example/~ana/editor/12\nimplements: #7\nCloses: editor#8\nReferences: #9\nSigned-off-by: Ana <ana@example.org>',
				].join('\n\n'),
			),
			[
				'fixes ~ana/editor#12',
				'implements ~ana/editor#7',
				'closes ~ana/editor#8',
				'references ~ana/editor#9',
				'mentions ~ana/editor#5',
				'mentions ~bob/shell#2',
			],
		);
	});

	it('are each mentioned once, with what closes them', () => {
		assert.deepEqual(mentioned('About #1', 'More\n\nReferences: #1\n', 'Last\n\nFixes: #1\n', 'Again #1'), [
			'fixes ~ana/editor#1',
		]);
	});

	it('are those of the trailers at the end of a long message', () => {
		const text = 'Many words about nothing.\n'.repeat(1000);
		assert.deepEqual(mentioned(`Squash\n\n${text}\nFixes: https://todo.example/~ana/editor/12\n`), [
			'fixes ~ana/editor#12',
		]);
	});

	it('are not those of other forges, commits or people', () => {
		assert.deepEqual(
			mentioned(
				'Open\n\nFixes: https://todo.elsewhere.example/~ana/editor/12\nFixes: 0123456789ab ("Begin")\n',
				'~ana',
			),
			[],
		);
	});

	it('are only mentioned in the subject of another commit', () => {
		assert.deepEqual(mentioned('Open\n\nFixes: 0123456789ab ("Begin #12 again")\n'), [
			'mentions ~ana/editor#12',
		]);
	});

	it('need a tracker if they only have a number', () => {
		const found = ticketsInCommits(['#1 and ~ana/editor#2'], { instance, tracker: undefined });
		assert.deepEqual(
			found.map(({ ticket }) => refOf(ticket)),
			['~ana/editor#2'],
		);
	});

	it('of a title alone are mentioned, even if it looks like a trailer', () => {
		assert.deepEqual(mentioned('Fixes: #3'), ['mentions ~ana/editor#3']);
	});
});
