import assert from 'node:assert/strict';
import { knownReplyProblem } from '../../../../src/review/state/known-reply-problem.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { refuseReplies } from '../../../kit/forge/refuse-replies.ts';

const list = { account: 'bob', owner: '~ana', list: 'editor-devel' };

describe('Why the user may not answer mails of a list', () => {
	const { open } = demoLists();

	it('is said if it is known, without a request', async () => {
		const window = await open({ names: ['ana', 'bob'] });
		const [ana, bob] = (['ana', 'bob'] as const).map((name) => window.lists.of(name) ?? assert.fail());
		assert.ok(ana && bob);
		assert.equal(await knownReplyProblem(bob, list), '');
		refuseReplies(window);
		await (await window.cache('bob', 'editor-devel')).refresh();
		window.forget();
		assert.equal(
			await knownReplyProblem(bob, list),
			'~ana, the owner of the list, does not let you reply to it.',
		);
		assert.equal(await knownReplyProblem(ana, { ...list, account: 'ana' }), '');
		assert.deepEqual(window.asked(), []);
	});
});
