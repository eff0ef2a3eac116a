import assert from 'node:assert/strict';
import { answerWith, choose, setSetting, takeCalls } from '../../editor.ts';

const { pickAnswer, pickAnswerOrNone } = await import('../../../../src/tickets/commands/pick-answer.ts');

const answers = { 'Needs $(info)': 'Which version?\n\nPlease add the log.', Thanks: 'Thank you!' };

describe('Choosing an answer', () => {
	beforeEach(() => {
		setSetting('tildeforge.ticketAnswers', answers);
		takeCalls();
	});

	it('to insert offers those of the settings', async () => {
		answerWith(choose('Needs'));
		assert.equal(await pickAnswer('T'), 'Which version?\n\nPlease add the log.');
		const [call = ''] = takeCalls();
		assert.match(call, /Thanks.*\$\(gear\) Edit Answers…$/);
		assert.match(call, /^pick: T: Select an answer to insert into the comment: Needs \\\$\(info\)/);
	});

	it('shows the beginning of each on one line', async () => {
		let details: readonly unknown[] = [];
		answerWith((items) => {
			details = (Array.isArray(items) ? items : []).map(({ detail }) => detail);
			return undefined;
		});
		await pickAnswer('T');
		assert.deepEqual(details.slice(0, 2), ['Which version? Please add the log.', 'Thank you!']);
	});

	it('to insert can be cancelled', async () => {
		answerWith();
		assert.equal(await pickAnswer('T'), null);
		assert.equal(takeCalls().length, 1);
	});

	it('can open the settings instead, also while there are none', async () => {
		answerWith(choose('Edit Answers'), choose('Add Answers'));
		assert.equal(await pickAnswer('T'), null);
		setSetting('tildeforge.ticketAnswers', {});
		assert.equal(await pickAnswer('T'), null);
		const calls = takeCalls();
		assert.match(calls[2] ?? '', /You have no answers yet/);
		for (const call of [calls[1], calls[3]])
			assert.match(call ?? '', /workbench\.action\.openSettings.*@id:tildeforge\.ticketAnswers/);
	});

	it('to send also offers to write a comment', async () => {
		answerWith(choose('Thanks'), choose('Write a Comment'));
		assert.equal(await pickAnswerOrNone('T'), 'Thank you!');
		assert.equal(await pickAnswerOrNone('T'), null);
		assert.equal(await pickAnswerOrNone('T'), undefined);
	});

	it('to send asks nothing while there are none', async () => {
		setSetting('tildeforge.ticketAnswers', undefined);
		assert.equal(await pickAnswerOrNone('T'), null);
		assert.deepEqual(takeCalls(), []);
	});
});
