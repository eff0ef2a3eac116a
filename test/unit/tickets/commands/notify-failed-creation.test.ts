import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { SendState } from '../../../../src/platform/page/draft-rules.ts';
import { notifyFailedCreations } from '../../../../src/tickets/commands/notify-failed-creation.ts';
import type { DraftKey } from '../../../../src/tickets/model/ticket-draft.ts';

const tracker = { account: 'one', owner: '~ana', tracker: 'editor' };
const refused: SendState = { kind: 'refused', refusal: { problem: 'The forge is busy.' } };

interface SendCase {
	readonly key?: DraftKey;
	readonly isVisible?: boolean;
	/** The button that the user chooses. */
	readonly button?: string;
}

/** Reports the end of a send, and records what the user is told and shown. */
async function end(
	sending: SendState | null,
	{ key = tracker, isVisible = false, button = '' }: SendCase = {},
) {
	const changes = new Emitter<DraftKey>();
	const [told, opened]: [string[], DraftKey[]] = [[], []];
	const subscription = notifyFailedCreations({
		sendings: { of: () => sending, onDidChange: changes.event, isVisible: () => isVisible },
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

describe('A new ticket that cannot be created after the user has left its page', () => {
	it('is reported with its tracker and the reason', async () => {
		assert.deepEqual(await end(refused), {
			told: ['New ticket in ~ana/editor: Nothing was sent. The forge is busy.'],
			opened: [],
		});
	});

	it('is not said to be unsent if that is unknown', async () => {
		const { told } = await end({ kind: 'refused', refusal: { problem: 'It broke off.', mayBeDone: true } });
		assert.deepEqual(told, ['New ticket in ~ana/editor: It broke off.']);
	});

	it('shows the draft only if the user chooses so', async () => {
		assert.deepEqual((await end(refused, { button: 'Show Draft' })).opened, [tracker]);
	});
});

describe('The user', () => {
	it('is told nothing of a send that the visible page shows', async () => {
		assert.deepEqual(await end(refused, { isVisible: true }), { told: [], opened: [] });
	});

	it('is told nothing of a comment, which has its own report', async () => {
		assert.deepEqual((await end(refused, { key: { ...tracker, ticket: 42 } })).told, []);
	});

	for (const sending of [null, { kind: 'sending' }, { kind: 'sent' }] as const) {
		it(`is told nothing of a send that has not failed: ${JSON.stringify(sending)}`, async () => {
			assert.deepEqual((await end(sending)).told, []);
		});
	}
});
