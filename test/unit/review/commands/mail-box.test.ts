import assert from 'node:assert/strict';
import type { MailAction } from '../../../../src/review/commands/mail-box.ts';
import { answerWith, choose, made, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { aMail, firstVersion } from './a-mail.ts';

const { askAboutMails } = await import('../../../../src/review/commands/mail-box.ts');

const action: MailAction = { label: 'Save', detail: 'As a file', run: async () => ({ done: 'saved' }) };
const options = [
	{ id: 'reviewed', label: 'Reviewed-by: Ana' },
	{ id: 'approved', label: 'Approved', excludes: ['rejected'] },
	{ id: 'rejected', label: 'Rejected', excludes: ['approved'] },
];

const two = [
	aMail(1, { comments: ['a', 'b'].map(firstVersion) }),
	aMail(2, { comments: [firstVersion('c')], note: 'edited' }),
];

/** No recipient is left out. */
const leftOut = new Set<string>();

function open(more: Partial<Parameters<typeof askAboutMails>[0]> = {}) {
	const answer = askAboutMails({
		title: 'Finish Review',
		problem: '',
		actions: () => [action],
		optionsTitle: 'With This Review',
		options,
		chosen: new Set(),
		compose: (chosen) => (chosen.has('reviewed') ? [...two, aMail(3)] : two),
		...more,
	});
	const box = made.boxes.at(-1) ?? assert.fail();
	return { box, answer, labels: () => box.items.map(({ label }) => label) };
}

describe('The box that asks what to do with mails', () => {
	it('lists the actions first, then the mails, then what can be added', () => {
		const { box, labels } = open();
		assert.equal(box.title, 'Finish Review: 3 comments in 2 mails');
		assert.equal(box.placeholder, 'Choose what to do with the mails');
		assert.equal(open({ compose: () => [aMail(1)] }).box.placeholder, 'Choose what to do with the mail');
		assert.deepEqual(labels(), [
			...['Save', 'Preview', '$(mail) Re: Mail 1', '$(mail) Re: Mail 2', '$(person) Recipients…'],
			'With This Review',
			...['$(blank) Reviewed-by: Ana', '$(blank) Approved', '$(blank) Rejected'],
		]);
		assert.deepEqual(
			[box.items[2], box.items[3]].map((item) => [item?.description, item?.detail]),
			[
				['2 comments', 'To list@example.org, Cc Bob <bob@example.org>'],
				['1 comment', 'edited · To list@example.org, Cc Bob <bob@example.org>'],
			],
		);
	});

	it('stays when an option is added or removed, with that option in front', async () => {
		const { box, answer, labels } = open();
		for (const words of ['Reviewed-by', 'Approved', 'Rejected']) {
			box.activeItems = box.items.filter(({ label }) => label.includes(words));
			box.choose(words);
			assert.match(box.activeItems[0]?.label ?? '', new RegExp(`check.*${words}`));
		}
		assert.ok(box.isShown);
		assert.equal(box.title, 'Finish Review: 3 comments in 3 mails');
		assert.deepEqual(labels().slice(-3), [
			'$(check) Reviewed-by: Ana',
			'$(blank) Approved',
			'$(check) Rejected',
		]);
		box.choose('Reviewed-by');
		assert.equal(labels().includes('$(mail) Re: Mail 3'), false);
		box.choose('Save');
		assert.deepEqual(await answer, {
			kind: 'action',
			action,
			mails: two,
			chosen: new Set(['rejected']),
			leftOut,
		});
	});

	it('answers with the mail that the user wants to see', async () => {
		const { box, answer } = open({ chosen: new Set(['approved']) });
		box.choose('Mail 2');
		assert.deepEqual(await answer, { kind: 'preview', mail: two[1], chosen: new Set(['approved']), leftOut });
	});

	it('answers with an option that the user has to be asked about', async () => {
		const option = { id: 'acked', label: 'Acked-by…', needsAnswer: true };
		const { box, answer } = open({ options: [option] });
		box.choose('Acked-by');
		assert.deepEqual(await answer, { kind: 'option', option, chosen: new Set(), leftOut });
	});

	it('offers no actions while there is no mail', async () => {
		const { box, answer, labels } = open({ compose: () => [] });
		assert.equal(box.title, 'Finish Review');
		assert.equal(labels()[0], 'With This Review');
		box.hide();
		assert.equal(await answer, undefined);
	});

	it('has a mail without a text first, so that Enter opens its document', async () => {
		const unwritten = aMail(1, { body: 'Bob wrote:\n> One\n' });
		const { box, answer, labels } = open({ compose: () => [unwritten], options: [] });
		assert.deepEqual(labels(), [
			...['Write Here', '$(mail) Re: Mail 1', '$(person) Recipients…'],
			...['Write Elsewhere', 'Save'],
		]);
		assert.equal(box.placeholder, 'Choose where to write the text');
		box.choose('Mail 1');
		assert.deepEqual(await answer, { kind: 'preview', mail: unwritten, chosen: new Set(), leftOut });
	});

	it('says which recipients of the answered mail get no copy', () => {
		const { box } = open({ compose: () => [{ ...aMail(1), unreachable: ['a..b@x.org', 'é@x.org'] }] });
		const [, detail = ''] = box.items.flatMap(({ label, detail }) =>
			label.includes('Mail 1') ? [label, detail] : [],
		);
		assert.match(
			detail,
			/^(?:.* · )?no copy to a\.\.b@x\.org, é@x\.org \(not accepted by mail servers\) · To /,
		);
	});

	it('lets the user leave recipients out, except the one that the mail is to', async () => {
		const kim = { name: 'Kim', email: 'Kim@example.org' };
		const compose = (chosen: ReadonlySet<string>) =>
			(chosen.has('reviewed') ? [...two, aMail(3)] : two).map((one) => ({
				...one,
				mail: { ...one.mail, cc: [...one.mail.cc, kim, { name: '', email: 'kim@example.org' }] },
			}));
		const { box, answer } = open({ compose });
		box.choose('Reviewed-by');
		takeCalls();
		answerWith(choose('bob@example.org'));
		box.choose('Recipients');
		await until(() => made.boxes.at(-1) !== box);
		assert.deepEqual(takeCalls(), [
			'pick: Recipients: To list@example.org. Choose who gets a copy: Bob <bob@example.org> | Kim <Kim@example.org>',
		]);
		const next = made.boxes.at(-1) ?? assert.fail();
		assert.equal(next.items[2]?.detail, 'To list@example.org, Cc Bob <bob@example.org>');
		const [row] = next.items.filter(({ label }) => label.includes('Recipients'));
		assert.equal(row?.description, '1 left out');
		next.choose('Save');
		const sent = await answer;
		assert.ok(sent?.kind === 'action' && sent.mails.length === 3);
		for (const { mail } of sent.mails)
			assert.deepEqual([mail.to, mail.cc.map(({ name }) => name)], ['list@example.org', ['Bob']]);
	});

	it('ticks the recipients who are not left out, and changes nothing if the user closes the list of them', async () => {
		const { box, answer } = open();
		answerWith(choose());
		box.choose('Recipients');
		await until(() => made.boxes.at(-1) !== box);
		const second = made.boxes.at(-1) ?? assert.fail();
		assert.equal(second.items[2]?.detail, 'To list@example.org');
		let ticked: unknown;
		answerWith((items) => {
			ticked = items;
			return undefined;
		});
		second.choose('Recipients');
		await until(() => made.boxes.at(-1) !== second);
		assert.deepEqual(ticked, [{ label: 'Bob <bob@example.org>', picked: false, email: 'bob@example.org' }]);
		const third = made.boxes.at(-1) ?? assert.fail();
		assert.equal(third.items[2]?.detail, 'To list@example.org');
		third.hide();
		assert.equal(await answer, undefined);
	});

	it('leaves out whom the user has left out before, and says so', async () => {
		const before = new Set(['bob@example.org']);
		const { box, answer } = open({ leftOut: before });
		assert.equal(box.items[2]?.detail, 'To list@example.org');
		box.choose('Save');
		assert.deepEqual((await answer)?.leftOut, before);
	});

	it('has no recipients to leave out of a mail that is only to one', () => {
		const [one] = [aMail(1)];
		const { labels } = open({ compose: () => [{ ...one, mail: { ...one.mail, cc: [] } }] });
		assert.ok(!labels().some((label) => label.includes('Recipients')));
	});

	it('says first why the user may not answer', () => {
		const { box } = open({ problem: 'Only subscribers may reply to this list.' });
		assert.equal(box.placeholder, 'Only subscribers may reply to this list.');
	});

	it('shows words of mails as they are', () => {
		const { box } = open({ compose: () => [aMail(1, { subject: 'Re: $(bug) [a](command:b)' })] });
		assert.equal(box.items[2]?.label, '$(mail) Re: \\$(bug) [a](command:b)');
	});
});
