import assert from 'node:assert/strict';
import type { SeriesKey } from '../../../../src/platform/model/keys.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';

const { VersionQuestion } = await import('../../../../src/review/commands/version-question.ts');

const key = { account: 'ana', owner: '~ana', list: 'editor-devel', mail: 1 };
const versions = (...numbers: readonly number[]) =>
	numbers.map((number) =>
		sentMail({ id: number, subject: `[PATCH v${number}] Wrap lines`, text: patchText('a') }),
	);

describe('The question before a replaced version is answered', () => {
	const { open } = demoLists();
	async function openQuestion() {
		const { lists } = await open();
		const shown: SeriesKey[] = [];
		return { question: new VersionQuestion(lists, async (page) => void shown.push(page)), shown };
	}

	it('is not asked for the newest version, or if nothing is known of the series', async () => {
		const { question } = await openQuestion();
		assert.ok(await question.mayAnswer(key, readingOf(versions(1, 2))));
		assert.ok(await question.mayAnswer(key, { ...readingOf(versions(1, 2)), version: undefined }));
		assert.ok(await question.mayAnswer(key));
		assert.ok(await question.mayAnswer({ ...key, account: 'bob' }));
		assert.deepEqual(takeCalls(), []);
	});

	it('is asked once for each newer version', async () => {
		const { question, shown } = await openQuestion();
		answerWith(enter('Continue with v1'));
		assert.ok(await question.mayAnswer(key, readingOf(versions(1, 2), { version: 1 })));
		assert.ok(await question.mayAnswer(key, readingOf(versions(1, 2), { version: 1 })));
		assert.equal(takeCalls().length, 1);
		answerWith(enter('Show v3'));
		assert.equal(await question.mayAnswer(key, readingOf(versions(1, 2, 3), { version: 1 })), false);
		assert.deepEqual(shown, [{ ...key, mail: 3 }]);
		assert.equal(await question.mayAnswer(key, readingOf(versions(1, 2, 3), { version: 1 })), false);
		assert.equal(takeCalls().length, 2, 'an answer other than to continue is not remembered');
	});
});
