import assert from 'node:assert/strict';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import { describeEntry } from '../../../../src/platform/state/outbox/described-entry.ts';
import { mailKind } from '../../../../src/review/state/mail-words.ts';
import type { ReviewMails } from '../../../../src/review/state/review-mails.ts';
import { takeCalls } from '../../../kit/window/editor.ts';

const { actOnLateMails } = await import('../../../../src/review/commands/late-mails.ts');

const key = { account: 'ana', owner: '~ana', list: 'devel', mail: 1 };
const outgoing = { from: 'ana@example.org', to: [], raw: '' };
const sent = { subject: 'Re: a', series: idOfSeries(key), answered: 2, comments: [], outgoing };
const entries = ['<1@x>', '<2@x>'].map((id) =>
	describeEntry(mailKind, {
		...{ id: `entry of ${id}`, key: { ...key, messageId: id }, due: 0, origin: '' },
		steps: [{ group: id, at: 0, change: sent }],
		state: { kind: 'refused', reason: 'No.', mayBeDone: true },
	}),
);
let tookBack: string[] = [];
const mails = {
	entries,
	takeBack: async (id: string) => {
		tookBack.push(id);
		return id === '<gone@x>' ? undefined : `entry of ${id}`;
	},
} as Partial<ReviewMails> as ReviewMails;
const row = (...late: readonly string[]) => ({ about: { kind: 'patch', late } });
const change = (id: string) => ({ kind: 'change', key, mail: 2, entry: `entry of ${id}` });

describe('Mails that did not arrive', () => {
	beforeEach(() => void takeCalls());

	it('are put back, and then sent again, edited or discarded together', async () => {
		const rows = [row('<1@x>', '<2@x>'), row('<2@x>', '<gone@x>')];
		const all = [change('<1@x>'), change('<2@x>')];
		await actOnLateMails(mails, 'tildeforge.sendNow', [rows[0], rows]);
		await actOnLateMails(mails, 'tildeforge.discardChange', [row('<1@x>'), []]);
		await actOnLateMails(mails, 'tildeforge.editMail', [rows[0]]);
		assert.deepEqual(takeCalls(), [
			`command: tildeforge.sendNow: ${JSON.stringify(all[0])}: ${JSON.stringify(all)}`,
			`command: tildeforge.discardChange: ${JSON.stringify(all[0])}: ${JSON.stringify([all[0]])}`,
			...all.map((one) => `command: tildeforge.editMail: ${JSON.stringify(one)}`),
		]);
	});

	it('stay as they are if they are on their list by now, or one of the rows was redrawn', async () => {
		tookBack = [];
		for (const args of [
			[row('<gone@x>')],
			[undefined],
			[row('<1@x>'), [row('<1@x>'), undefined]],
			[],
		] as const)
			await actOnLateMails(mails, 'tildeforge.sendNow', args);
		assert.deepEqual(tookBack, ['<gone@x>']);
		assert.ok(takeCalls().every((call) => call.startsWith('status bar: ')));
	});
});
