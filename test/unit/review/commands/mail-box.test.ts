import assert from 'node:assert/strict';
import type { MailAction } from '../../../../src/review/commands/mail-box.ts';
import { made } from '../../../kit/window/editor.ts';
import { aMail, firstVersion } from './a-mail.ts';

const { askAboutMails } = await import('../../../../src/review/commands/mail-box.ts');

const action: MailAction = {
	...{ id: 'save', icon: 'save', label: 'Save', detail: 'As a file' },
	run: async () => ({ done: 'saved' }),
};
const two = [
	aMail(1, { comments: ['a', 'b'].map(firstVersion) }),
	aMail(2, { comments: [firstVersion('c')], note: 'edited' }),
] as const;

function open(more: Partial<Parameters<typeof askAboutMails>[0]> = {}) {
	const answer = askAboutMails({ title: 'Send', problem: '', actions: () => [action], mails: two, ...more });
	const box = made.boxes.at(-1) ?? assert.fail();
	return { box, answer, labels: () => box.items.map(({ label }) => label) };
}

describe('The box that asks what to do with mails', () => {
	it('lists the actions first, then the mails', async () => {
		const { box, answer, labels } = open({ besides: 'The status becomes Approved' });
		assert.equal(box.title, 'Send: 3 comments in 2 mails');
		assert.equal(box.items[0]?.detail, 'As a file. The status becomes Approved');
		assert.equal(box.placeholder, 'Choose what to do');
		assert.deepEqual(labels(), ['$(save) Save', 'Preview', '$(mail) Re: Mail 1', '$(mail) Re: Mail 2']);
		assert.deepEqual(
			[box.items[2], box.items[3]].map((item) => [item?.description, item?.detail]),
			[
				['2 comments', 'To list@example.org, Cc Bob <bob@example.org>'],
				['1 comment', 'edited · To list@example.org, Cc Bob <bob@example.org>'],
			],
		);
		box.choose('Mail 2');
		assert.deepEqual(await answer, { kind: 'preview', mail: two[1] });
	});

	it('has a mail without a text first, so that Enter opens its document', async () => {
		const { box, answer, labels } = open({ mails: [aMail(1, { body: 'Bob wrote:\n> One\n' })] });
		assert.deepEqual(labels(), ['Write Here', '$(mail) Re: Mail 1', 'Write Elsewhere', '$(save) Save']);
		assert.equal(box.placeholder, 'Choose where to write the text');
		box.hide();
		assert.equal(await answer, undefined);
	});

	it('says first why the user may not answer, and shows words of mails as they are', async () => {
		const problem = 'Only subscribers may reply to this list.';
		const { box, answer, labels } = open({
			...{ problem, mails: [aMail(1, { subject: 'Re: $(bug) [a](command:b)' })] },
		});
		assert.equal(box.placeholder, problem);
		assert.equal(labels()[2], '$(mail) Re: \\$(bug) [a](command:b)');
		box.hide();
		assert.equal(await answer, undefined);
	});
});
