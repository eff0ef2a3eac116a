import assert from 'node:assert/strict';
import type { SignInForPermissions } from '../../../../src/platform/commands/outbox-commands.ts';
import type { DescribedEntry } from '../../../../src/platform/state/outbox/described-entry.ts';
import type { EntryState } from '../../../../src/platform/state/outbox/entry.ts';
import type { WaitingChanges } from '../../../../src/platform/state/outbox/waiting-changes.ts';
import { describedEntryOf as entryOf, lacking, now, refused, waiting } from '../../../kit/items/entries.ts';
import { answerWith, choose, enter, takeCalls } from '../../../kit/window/editor.ts';
import { outboxOf } from './an-outbox.ts';

const { OutboxCommands } = await import('../../../../src/platform/commands/outbox-commands.ts');

const conflict: EntryState = { kind: 'conflict', theirs: 'Pending' };

const waitingList = 'Waiting in the view';

/** The commands, with what they have sent and discarded. Changes 1 to 3 are refused, and 4 has not been sent yet. */
function open(state: EntryState = refused(), count = 3, signedIn?: { readonly id: string }) {
	const done: string[] = [];
	const refusals = [1, 2, 3]
		.slice(0, count)
		.map((ticket) => entryOf({ ticket, state: ticket === 2 ? state : refused() }));
	const unsent = { ...entryOf({ ticket: 4, ageMs: now - Date.now() }), due: Date.now() + 60_000 };
	const entries: readonly DescribedEntry[] = [...refusals, unsent];
	const outbox = outboxOf({
		entries,
		sendNow: async (...ids: readonly string[]) => void done.push(`send ${ids}`),
		sendAll: async (ids: readonly string[]) => void done.push(`send all ${ids}`),
		discard: async (...ids: readonly string[]) => {
			done.push(`discard ${ids}`);
			const isSending = (id: string) =>
				entries.some((entry) => entry.id === id && entry.state.kind === 'sending');
			return ids.filter((id) => !isSending(id));
		},
	});
	const signIn: SignInForPermissions = async ({ instance, scopes }) => {
		done.push(`sign in to ${instance}: ${scopes}`);
		return signedIn;
	};
	return { commands: new OutboxCommands(outbox, waitingList, signIn), done };
}

/** The commands on changes for which the user does not sign in. */
const commandsOn = (outbox: WaitingChanges) => new OutboxCommands(outbox, waitingList, async () => undefined);

const rowOf = (ticket: number) => ({
	id: 'row',
	label: 'A',
	about: { kind: 'change', key: entryOf({ ticket }).key, entry: `entry ${ticket}` },
});

describe('Changes that wait', () => {
	it('are discarded: those of the rows, unless they are about to be sent', async () => {
		const { commands, done } = open();
		await commands.discard([rowOf(1), [rowOf(1), rowOf(4)]]);
		assert.deepEqual(done, ['discard entry 1']);
	});

	for (const [what, title, run] of [
		['sent', 'Send Now', 'sendNow'],
		['discarded', 'Discard Change', 'discard'],
	] as const) {
		it(`are ${what}: the one that the user selects`, async () => {
			const { commands, done } = open();
			answerWith(choose('#3'));
			await commands[run]([]);
			assert.deepEqual(done, [`${what === 'sent' ? 'send all' : 'discard'} entry 3`]);
			assert.deepEqual(takeCalls(), [
				`pick: ${title}: Select a change: ${[1, 2, 3].map((n) => `~ana/editor#${n}: Confirmed (refused)`).join(' | ')}`,
			]);
			await commands[run]([]);
			assert.equal(done.length, 1);
		});
	}

	for (const [answer, sent] of [
		['Use Mine', ['send all entry 1', 'send entry 2']],
		['', ['send all entry 1']],
	] as const) {
		it(`are sent over a change of another user only if the user wants it: "${answer}"`, async () => {
			const { commands, done } = open(conflict);
			answerWith(enter(answer));
			await commands.sendNow([rowOf(1), [rowOf(1), rowOf(2)]]);
			assert.deepEqual(done, sent);
			assert.deepEqual(takeCalls(), [
				'warning: Overwrite the other change of ~ana/editor#2?: ~ana/editor#2 was changed in the meantime. ' +
					'Yours: Confirmed. Theirs: Pending.: Use Mine',
			]);
		});
	}

	for (const [who, signedIn, sent] of [
		['their account', { id: 'ana' }, ['send all entry 2']],
		['another account', { id: 'bob' }, []],
		['no account', undefined, []],
	] as const) {
		it(`are sent again after the user has granted what they lack, if ${who} signs in`, async () => {
			const { commands, done } = open(lacking('tickets:write', 'trackers:read'), 3, signedIn);
			await commands.grant([rowOf(2), [rowOf(2), rowOf(1)]]);
			assert.deepEqual(done, ['sign in to forge.test: tickets:write,trackers:read', ...sent]);
		});
	}

	it('are all sent, but no conflict, after the user has seen them', async () => {
		const { commands, done } = open(conflict);
		answerWith(enter('Send All'));
		await commands.sendAll();
		assert.deepEqual(done, ['send all entry 1,entry 3']);
		assert.deepEqual(takeCalls(), [
			'warning: Send 2 waiting changes?: ~ana/editor#1: Confirmed (refused)\n~ana/editor#3: Confirmed (refused)\n' +
				'1 change with a conflict is not sent.: Send All',
		]);
		await commands.sendAll();
		assert.equal(done.length, 1);
	});

	it('are counted in the question if several have conflicts', async () => {
		const states = [refused(), conflict, conflict];
		const entries = states.map((state, nth) => entryOf({ ticket: nth + 1, state }));
		const commands = commandsOn(outboxOf({ entries }));
		await commands.sendAll();
		assert.match(takeCalls()[0] ?? '', /\(refused\)\n2 changes with conflicts are not sent\.: Send All$/);
	});

	it('are all discarded after the user has seen them', async () => {
		const { commands, done } = open(conflict);
		await commands.discardAll();
		takeCalls();
		assert.deepEqual(done, []);
		answerWith(enter('Discard All'));
		await commands.discardAll();
		assert.deepEqual(done, ['discard entry 1,entry 2,entry 3']);
		assert.deepEqual(takeCalls(), [
			'warning: Discard 3 waiting changes?: ~ana/editor#1: Confirmed (refused)\n' +
				'~ana/editor#2: Confirmed (conflict: now Pending)\n~ana/editor#3: Confirmed (refused): Discard All',
		]);
	});

	it('are sent or discarded only after a question even if there is only one', async () => {
		const { commands, done } = open(refused(), 1);
		await commands.sendAll();
		await commands.discardAll();
		const questions = takeCalls().map((call) => call.split(': ')[1]);
		assert.deepEqual(questions, ['Send 1 waiting change?', 'Discard 1 waiting change?']);
		assert.deepEqual(done, []);
		answerWith(enter('Send All'), enter('Discard All'));
		await commands.sendAll();
		await commands.discardAll();
		takeCalls();
		assert.deepEqual(done, ['send all entry 1', 'discard entry 1']);
	});

	it('are counted if there are many, and comments that are discarded become drafts', async () => {
		const many = Array.from({ length: 12 }, (_, nth) =>
			entryOf({
				ticket: nth + 1,
				state: waiting(),
				change: { comment: 'Hm.' },
				textId: 'text',
			}),
		);
		const commands = commandsOn(outboxOf({ entries: many }));
		await commands.discardAll();
		const [question = ''] = takeCalls();
		assert.match(question, /^warning: Discard 12 waiting changes\?: ~ana\/editor#1: Comment “Hm.”\n/);
		assert.match(question, /#9: Comment “Hm.”\n… and 3 more\nComments become drafts again.: Discard All$/);
	});

	for (const [what, count, told] of [
		['none waits', 0, 'No changes are waiting'],
		[
			'the only one has a conflict',
			1,
			'Not sent: 1 change has a conflict. Resolve it under Waiting in the view.',
		],
		['each has a conflict', 2, 'Not sent: 2 changes have conflicts. Resolve them under Waiting in the view.'],
	] as const) {
		it(`are not all sent if ${what}`, async () => {
			const done: string[] = [];
			const commands = commandsOn(
				outboxOf({
					entries: [1, 2].map((ticket) => entryOf({ ticket, state: conflict })).slice(0, count),
					sendAll: async () => void done.push('send'),
				}),
			);
			await commands.sendAll();
			assert.deepEqual([done, takeCalls()], [[], [`status bar: ${told}`]]);
		});
	}
});
