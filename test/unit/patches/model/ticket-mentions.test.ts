import assert from 'node:assert/strict';
import { findTicketMentions } from '../../../../src/patches/model/ticket-mentions.ts';
import { refOf } from '../../../../src/platform/model/keys.ts';
import type { TrackerPath } from '../../../../src/platform/model/references.ts';

const home = { trackers: 'https://todo.example.org' };
const other = { trackers: 'https://tickets.example.net' };
const instances = [home, other];
const tracker = { owner: '~ana', tracker: 'editor' };

function tickets(
	title: string,
	lines: readonly string[],
	trailers: readonly string[] = [],
	known: TrackerPath | undefined = tracker,
): readonly string[] {
	const read = trailers.map((line) => {
		const [key = '', ...value] = line.split(': ');
		return { key, value: value.join(': ') };
	});
	const texts = {
		cover: { title, text: lines.join('\n') },
		patches: [{ subject: { title: '' }, message: '', trailers: read }],
	};
	return findTicketMentions(texts, home, instances, known).map(
		({ target, instance, isResolved }) =>
			`${isResolved ? 'for ' : ''}${instance === other ? 'other ' : ''}${refOf(target)}`,
	);
}

describe('The tickets that a series names', () => {
	it('are those of the cover letter, each once', () => {
		const lines = [
			'See #3, notes#4 and ~bob/x#5,',
			'https://tickets.example.net/~bob/y/6',
			'https://todo.example.org/~ana/editor/3',
			'and #3 again.',
		];
		assert.deepEqual(tickets('Fix #2', lines), [
			...['~ana/editor#2', '~ana/editor#3', '~ana/notes#4', '~bob/x#5', 'other ~bob/y#6'],
		]);
	});

	it('are not in quotes, diffstats and signatures', () => {
		const lines = ['> See #3', '', ' a#4 | 2 ++', ' 1 file changed, 2 insertions(+)', '', '-- ', '#5'];
		assert.deepEqual(tickets('x', lines), []);
	});

	it('are those of trailers that name tickets', () => {
		const trailers = [
			...[
				'Fixes: #1',
				'Closes: https://tickets.example.net/~bob/y/2',
				'implements: ~bob/x#3',
				'References: #4',
			],
			...['Fixes: 0123456789ab ("Merge #8")', 'Reviewed-by: Bob #9 <bob@example.org>'],
		];
		assert.deepEqual(tickets('x', [], trailers), [
			...['for ~ana/editor#1', 'for other ~bob/y#2', 'for ~bob/x#3', '~ana/editor#4'],
		]);
	});

	it('are first those that a trailer closes, also if the text names them before', () => {
		const trailers = ['References: #4', 'Link: #5', 'Fixes: #3'];
		assert.deepEqual(tickets('Like #2', ['See #3.'], trailers), [
			...['for ~ana/editor#3', '~ana/editor#2', '~ana/editor#4', '~ana/editor#5'],
		]);
	});

	it('are those of the titles and messages of patches, without other trailers', () => {
		const message =
			'As ~bob/x#5 says.\n\nFixes: 0123456789ab ("Merge #8")\nAcked-by: Bob #9 <bob@example.org>\n';
		const patches = [{ subject: { title: 'Open files (#4)' }, message, trailers: [] }];
		assert.deepEqual(
			findTicketMentions({ cover: undefined, patches }, home, instances, tracker).map(({ target }) =>
				refOf(target),
			),
			['~ana/editor#4', '~bob/x#5'],
		);
	});

	it('are complete if no tracker is known', () => {
		const texts = {
			cover: undefined,
			patches: [
				{ subject: { title: 'See #2' }, message: '', trailers: [{ key: 'Fixes', value: '#1, ~bob/x#3' }] },
			],
		};
		assert.deepEqual(
			findTicketMentions(texts, home, instances, undefined).map(({ target }) => refOf(target)),
			['~bob/x#3'],
		);
	});

	it('are few', () => {
		const lines = Array.from({ length: 1000 }, (_, at) => `See #${at + 1}.`);
		assert.equal(tickets('x', lines).length, 50);
	});
});
