import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import type { DescribedMail } from '../../../../src/review/state/outbox-mail.ts';
import { createReviewComments } from '../../../../src/review/state/review-comments.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';
import { endings } from '../../../tools/endings.ts';
import { aMail, asDraft, firstVersion } from './a-mail.ts';
import { someDrafts, someMailDocuments } from './some-mail-documents.ts';

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
		const drafts = await someDrafts();
		const documents = someMailDocuments({ drafts }, ending);
		/** Offers to discard the drafts of mails with these comments. */
		const offer = (how: string, ...ofMails: readonly (readonly string[])[]) => {
			const taken = ofMails.map((own, index) => aMail(index, { comments: own.map(firstVersion) }));
			return offerDiscard({ comments, documents, mails }, taken, how);
		};
		const left = () => comments.editing.map(({ id }) => id).toSorted();
		return { comments, drafts, documents, write, offer, left };
	}

	it('stay unless the user wants to discard them, which can be undone', async () => {
		const { offer, left } = await written('a', 'b', 'c');
		await offer('saved as 2 files', ['a', 'x'], ['b']);
		assert.deepEqual(takeCalls(), [
			'information: Your review was saved as 2 files. Discard its 2 drafts?: Discard Drafts',
		]);
		assert.deepEqual(left(), ['a', 'b', 'c']);
		answerWith(enter('Discard Drafts'));
		await offer('copied', ['a', 'b']);
		assert.deepEqual(left(), ['c']);
		assert.equal(takeCalls().at(-1), 'information: 2 drafts discarded.: Undo');
		answerWith(enter('Discard Draft'), enter('Undo'));
		await offer('copied', ['c']);
		assert.deepEqual(left(), ['c']);
		assert.equal(takeCalls()[0], 'information: Your mail was copied. Discard its draft?: Discard Draft');
	});

	it('are asked about together with the document that was made of them', async () => {
		const { comments, documents, drafts, left } = await written('a');
		const mail = await asDraft(drafts, aMail(1, { comments: [firstVersion('a')] }));
		answerWith(enter('Discard Drafts'), enter('Undo'));
		await offerDiscard({ comments, documents, mails }, [mail], 'saved as a file');
		assert.deepEqual(takeCalls(), [
			'information: Your mail was saved as a file. Discard its 2 drafts?: Discard Drafts',
			'information: 2 drafts discarded.: Undo',
		]);
		assert.deepEqual([left(), documents.written.length], [['a'], 1]);
		answerWith(enter('Discard Drafts'));
		await offerDiscard({ comments, documents, mails }, [mail], 'saved as a file');
		assert.deepEqual([left(), documents.written.length], [[], 0]);
	});

	it('stay if the user has changed or sent them since', async () => {
		const { write, offer, left } = await written('a', 'b', 'c');
		answerWith(async () => {
			await write('b', 'b, and more', 2);
			waiting.add('c');
			return 'Discard Drafts';
		});
		await offer('copied', ['a', 'b', 'c']);
		assert.deepEqual(left(), ['b', 'c']);
		assert.match(
			takeCalls().at(-1) ?? '',
			/1 draft discarded\. 2 drafts stayed: changed or sent in the meantime\./,
		);
	});

	it('stay if the user had changed them before', async () => {
		const { write, offer, left } = await written('a', 'b');
		await write('b', 'b, and more', 2);
		answerWith(enter('Discard Draft'));
		await offer('copied', ['a', 'b']);
		assert.deepEqual(left(), ['b']);
	});

	it('are not asked about if there are none', async () => {
		const { offer } = await written();
		await offer('copied', ['a']);
		assert.deepEqual(takeCalls(), []);
	});
});
