import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { Sending } from '../../../../src/platform/page/draft.ts';
import { notifyFailedSends } from '../../../../src/tickets/commands/notify-failed-send.ts';
import type { DraftKey } from '../../../../src/tickets/model/ticket-draft.ts';

const tracker = { account: 'one', owner: '~ana', tracker: 'editor' };
const ofTicket: DraftKey = { ...tracker, ticket: 42 };
const refused: Sending = { kind: 'refused', refusal: { problem: 'The forge is busy.' } };

interface SendCase {
	readonly key?: DraftKey;
	readonly isVisible?: boolean;
	/** The button that the user chooses. */
	readonly button?: string;
}

/** Reports the end of a send, and records what the user is told and shown. */
async function end(
	sending: Sending | null,
	{ key = ofTicket, isVisible = false, button = '' }: SendCase = {},
) {
	const changes = new Emitter<DraftKey>();
	const [told, opened]: [string[], DraftKey[]] = [[], []];
	const subscription = notifyFailedSends({
		sendings: { of: () => sending, onDidChange: changes.event },
		isVisible: () => isVisible,
		open: (one) => opened.push(one),
		showWarning: async (message, offered) => {
			told.push(message);
			return offered === button ? button : undefined;
		},
	});
	changes.fire(key);
	await new Promise(setImmediate);
	subscription.dispose();
	changes.fire(key);
	return { told, opened };
}

describe('A send that fails after the user has left the page', () => {
	it('is reported with its ticket and its reason', async () => {
		assert.deepEqual(await end(refused), {
			told: ['~ana/editor#42: Nothing was sent. The forge is busy.'],
			opened: [],
		});
	});

	it('is reported with its tracker if it is that of a new ticket', async () => {
		const { told } = await end(refused, { key: tracker });
		assert.deepEqual(told, ['New ticket in ~ana/editor: Nothing was sent. The forge is busy.']);
	});

	it('does not claim that nothing was sent if that is unknown', async () => {
		const { told } = await end({ kind: 'refused', refusal: { problem: 'It broke off.', mayBeDone: true } });
		assert.deepEqual(told, ['~ana/editor#42: It broke off.']);
	});

	it('shows the draft only if the user chooses so', async () => {
		assert.deepEqual((await end(refused, { button: 'Show Draft' })).opened, [ofTicket]);
	});
});

describe('The user', () => {
	it('is told nothing of a send that the visible page shows', async () => {
		assert.deepEqual(await end(refused, { isVisible: true }), { told: [], opened: [] });
	});

	for (const sending of [null, { kind: 'sending' }, { kind: 'sent' }] as const) {
		it(`is told nothing of a send that has not failed: ${JSON.stringify(sending)}`, async () => {
			assert.deepEqual((await end(sending)).told, []);
		});
	}
});
