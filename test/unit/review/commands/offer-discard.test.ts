import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import type { DescribedMail } from '../../../../src/review/state/outbox-mail.ts';
import { createReviewComments } from '../../../../src/review/state/review-comments.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';
import { endings } from '../../../tools/endings.ts';
import { firstVersion } from './a-mail.ts';

const { offerDiscard } = await import('../../../../src/review/commands/offer-discard.ts');

describe('The comments of a review that the user has taken elsewhere', () => {
	const ending = endings();
	/** The ids of comments in the outbox. */
	const waiting = new Set<string>();
	const entry = { key: {}, steps: [], state: { kind: 'pending' } } as unknown as DescribedMail;
	const mails = {
		onDidChange: new Emitter<void>(assert.ifError).event,
		about: () => [],
		mailWith: (id: string) => (waiting.has(id) ? entry : undefined),
	};
	afterEach(() => waiting.clear());

	async function written(...ids: readonly string[]) {
		const { log } = readable();
		const comments = createReviewComments(memoryStorage(), log);
		ending(comments);
		const write = (id: string, text: string, revision = 1) =>
			comments.write({
				...{ id, revision, writer: 'page', base: null, body: { text } },
				account: { id: 'ana', name: '~ana', instance: 'forge.test' },
				key: { account: 'ana', owner: '~ana', list: 'editor-devel', mail: 1, lines: { kind: 'whole' } },
			});
		for (const id of ids) await write(id, id);
		return { comments, write, left: () => comments.editing.map(({ id }) => id).toSorted() };
	}

	it('stay unless the user wants to discard them, which can be undone', async () => {
		const { comments, left } = await written('a', 'b', 'c');
		await offerDiscard(comments, mails, ['a', 'b', 'x'].map(firstVersion), 'saved as 2 files');
		assert.deepEqual(takeCalls(), [
			'information: Your review was saved as 2 files. Discard the 2 draft comments?: Discard Drafts',
		]);
		assert.deepEqual(left(), ['a', 'b', 'c']);
		answerWith(enter('Discard Drafts'));
		await offerDiscard(comments, mails, ['a', 'b'].map(firstVersion), 'copied');
		assert.deepEqual(left(), ['c']);
		assert.equal(takeCalls().at(-1), 'information: 2 draft comments discarded.: Undo');
		answerWith(enter('Discard Drafts'), enter('Undo'));
		await offerDiscard(comments, mails, ['c'].map(firstVersion), 'copied');
		assert.deepEqual(left(), ['c']);
		assert.match(takeCalls()[0] ?? '', /Discard the draft comment\?/);
	});

	it('stay if the user has changed them since', async () => {
		const { comments, write, left } = await written('a', 'b');
		answerWith(async () => {
			await write('b', 'b, and more', 2);
			return 'Discard Drafts';
		});
		await offerDiscard(comments, mails, ['a', 'b'].map(firstVersion), 'copied');
		assert.deepEqual(left(), ['b']);
		assert.match(
			takeCalls().at(-1) ?? '',
			/1 draft comment discarded\. 1 comment stayed: changed or sent in the meantime\./,
		);
	});

	it('stay if the user has sent them since', async () => {
		const { comments, left } = await written('a', 'b');
		answerWith(async () => {
			waiting.add('b');
			return 'Discard Drafts';
		});
		await offerDiscard(comments, mails, ['a', 'b'].map(firstVersion), 'copied');
		assert.deepEqual(left(), ['b']);
	});

	it('stay if the user had changed them before', async () => {
		const { comments, write, left } = await written('a', 'b');
		await write('b', 'b, and more', 2);
		answerWith(enter('Discard Drafts'));
		await offerDiscard(comments, mails, ['a', 'b'].map(firstVersion), 'copied');
		assert.deepEqual(left(), ['b']);
		assert.match(takeCalls()[0] ?? '', /Discard the draft comment\?/);
	});

	it('are not asked about if there are none', async () => {
		const { comments } = await written();
		await offerDiscard(comments, mails, ['a'].map(firstVersion), 'copied');
		assert.deepEqual(takeCalls(), []);
	});
});
