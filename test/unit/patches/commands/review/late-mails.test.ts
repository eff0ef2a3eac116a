import assert from 'node:assert/strict';
import type { ReviewMails } from '../../../../../src/patches/state/review/review-mails.ts';
import { takeCalls } from '../../../../kit/window/editor.ts';

const { actOnLateMails } = await import('../../../../../src/patches/commands/review/late-mails.ts');

const mails = {
	takeBack: async (id: string) => (id === '<gone@x>' ? undefined : `entry of ${id}`),
} as Partial<ReviewMails> as ReviewMails;
const row = (...late: readonly string[]) => ({ about: { kind: 'patch', late } });
const change = (id: string) => ({ kind: 'change', entry: `entry of ${id}` });

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
			'command: tildeforge.editMail: {"entry":"entry of <1@x>"}',
			'command: tildeforge.editMail: {"entry":"entry of <2@x>"}',
		]);
	});

	it('may be on their list by now', async () => {
		for (const args of [[row('<gone@x>')], [undefined], []] as const)
			await actOnLateMails(mails, 'tildeforge.sendNow', args);
		assert.ok(takeCalls().every((call) => call.startsWith('status bar: ')));
	});
});
