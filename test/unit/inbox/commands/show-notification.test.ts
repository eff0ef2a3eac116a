import assert from 'node:assert/strict';
import { targetOfEvent } from '../../../../src/inbox/model/inbox-target.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';
import { listEvent, ticketEvent } from '../events.ts';

const { showNotification } = await import('../../../../src/inbox/commands/show-notification.ts');

const one = ticketEvent();
const several = [one, listEvent()];

describe('A notification', () => {
	async function answer(
		button: string | undefined,
		events: readonly ForgeEvent[],
		isDigest = false,
		next = '',
	): Promise<{ readonly calls: readonly string[]; readonly muted: readonly ForgeEvent[] }> {
		const muted: ForgeEvent[] = [];
		answerWith(enter(button ?? ''), enter(next));
		await showNotification({ text: 'Text', events, isDigest }, async (all) => {
			muted.push(...all);
			return async () => void muted.splice(0);
		});
		return { calls: takeCalls(), muted };
	}
	const asked = 'information: Text: Open | Mute This';

	it('opens its only event', async () => {
		const target = JSON.stringify(targetOfEvent(one));
		const { calls } = await answer('Open', [one]);
		assert.deepEqual(calls, [asked, `command: tildeforge.openInboxEvent: ${target}`]);
	});

	it('shows the inbox for several events', async () => {
		const { calls, muted } = await answer('Open', several);
		assert.deepEqual([calls, muted], [[asked, 'command: tildeforge.inbox.focus'], []]);
	});

	it('mutes its events, says what was muted, and lets the user undo it', async () => {
		const said =
			'information: Muted: comments in ~ana/editor and replies in ~ana/editor-devel. They still appear in the Inbox.: Undo';
		const { calls, muted } = await answer('Mute This', several);
		assert.deepEqual([calls, muted], [[asked, said], several]);
		const undone = await answer('Mute This', several, false, 'Undo');
		assert.deepEqual([undone.calls, undone.muted], [[asked, said], []]);
	});

	it('does nothing if it is closed', async () => {
		const { calls, muted } = await answer(undefined, several);
		assert.deepEqual([calls, muted], [[asked], []]);
		assert.deepEqual((await answer(undefined, several, true)).calls, ['information: Text: Show Inbox']);
	});

	it('that sums up shows the inbox', async () => {
		const { calls } = await answer('Show Inbox', several, true);
		assert.deepEqual(calls, ['information: Text: Show Inbox', 'command: tildeforge.inbox.focus']);
	});
});
