import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { TicketKey } from '../../../../src/platform/model/keys.ts';
import { outboxStatus } from '../../../../src/platform/state/outbox/text.ts';
import { CommentFiles } from '../../../../src/tickets/commands/comment/comment-files.ts';
import type { DirectChange } from '../../../../src/tickets/state/changes/ticket-outbox-format.ts';
import { ana, bob, key, stage } from '../../../kit/forge/tracker-forge.ts';
import { setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { navigationWith } from './navigation.ts';
import { signedIn } from './signed-in.ts';

const { ChangeCommands } = await import('../../../../src/tickets/commands/change-commands.ts');
const { CommentEditor } = await import('../../../../src/tickets/commands/comment/comment-editor.ts');
const { TicketChooser } = await import('../../../../src/tickets/commands/ticket-chooser.ts');

describe('A command that changes the status or the labels of tickets', () => {
	const resources = stage();
	const numbered = (ticket: number, tracker = 'editor'): TicketKey => ({
		...key,
		account: 'ana',
		tracker,
		ticket,
	});

	/** A window of ana, who has chosen some tickets of her tracker. #1 is reported, #2 is in progress and #3 is resolved. */
	const open = (...chosen: readonly TicketKey[]) => openWith(60, ...chosen);

	/** The same, with a time in which a change can be undone. */
	async function openWith(undoSeconds: number, ...chosen: readonly TicketKey[]) {
		const forge = await resources.forge();
		forge.fill(3);
		const [, second = assert.fail(), third = assert.fail()] = forge.tracker.tickets;
		forge.trackers.tickets.update(second, ana, { status: 'in_progress' });
		forge.trackers.tickets.update(third, ana, { status: 'resolved', resolution: 'fixed' });
		const tickets = await signedIn(forge, resources, 'ana');
		const user = new Lifetime();
		resources.ending(() => user.dispose());
		await tickets.trackerCache(numbered(1), user)?.refresh();
		setSetting('tildeforge.undoSeconds', undoSeconds);
		const said = () => takeCalls();
		const pinned: number[] = [];
		const changed: [readonly number[], DirectChange][] = [];
		const asked: object[] = [];
		/** Called while the user is asked for a status. */
		const during = { pick: async () => {} };
		/** What was in the box for a comment at first. */
		const texts: string[] = [];
		const answers: {
			status?: DirectChange;
			resolution?: 'fixed' | 'duplicate';
			original?: TicketKey | null;
			comment?: string;
			/** The comment template that the user picks. */
			template?: string;
			/** The user leaves the box for a comment. */
			cancelled?: boolean | undefined;
			labels?: DirectChange;
		} = {};
		const { change } = tickets;
		tickets.change = (keys, wanted, ...rest) => {
			const [first = assert.fail()] = keys;
			const direct = typeof wanted === 'function' ? wanted(first) : wanted;
			changed.push([keys.map(({ ticket }) => ticket), direct]);
			return change.call(tickets, keys, wanted, ...rest);
		};
		const navigation = navigationWith({
			current: async () => chosen.map((one) => ({ key: one, listId: undefined })),
			pinPosition: ({ ticket }) => pinned.push(ticket),
		});
		const chooser = new TicketChooser(tickets, navigation);
		chooser.findOriginal = async (title, duplicates) => {
			asked.push({ title, duplicates });
			return answers.original;
		};
		const editor = new CommentEditor(new CommentFiles(tickets));
		const commands = new ChangeCommands(tickets, navigation, chooser, editor, {
			pickStatus: async (options) => {
				await during.pick();
				asked.push(options);
				return answers.status && { change: answers.status, wantsComment: answers.comment !== undefined };
			},
			pickResolution: async (title, current) => {
				asked.push({ title, current });
				const wantsComment = answers.comment !== undefined || answers.cancelled === true;
				return (
					answers.resolution && {
						change: { status: 'resolved', resolution: answers.resolution },
						wantsComment,
					}
				);
			},
			pickTemplateOrWrite: async () =>
				answers.template === undefined ? { kind: 'write' } : { kind: 'template', text: answers.template },
			askText: async ({ value, validateInput }) => {
				texts.push(value ?? '');
				await validateInput?.('Written before Escape');
				if (answers.cancelled) return undefined;
				await validateInput?.(answers.comment ?? '');
				return answers.comment;
			},
			pickLabels: async (title, _, known) => {
				asked.push({ title, known: known.length });
				return answers.labels;
			},
			labelsOf: async () => ({ labels: [], isComplete: true }) as never,
		});
		return { forge, user, commands, tickets, texts, said, changed, asked, answers, during, pinned };
	}

	it('sets the status of those that it takes on, and says which it leaves', async () => {
		const { commands, said, changed } = await open(numbered(1), numbered(2), numbered(3));
		await commands.setTo([], 'confirmed');
		assert.deepEqual(changed, [[[1], { status: 'confirmed' }]]);
		const [note = '', ...more] = said();
		assert.match(note, /2|#3/);
		assert.deepEqual(more, []);
		await commands.setTo([], 'reported');
		assert.deepEqual(changed.at(-1), [[3], { status: 'reported' }]);
	});

	it('is a conflict with what another user has changed while the user was asked', async () => {
		const { forge, user, commands, tickets, answers, during } = await openWith(0, numbered(1));
		during.pick = async () => {
			const [ticket = assert.fail()] = forge.tracker.tickets;
			forge.trackers.tickets.update(ticket, bob, { status: 'resolved', resolution: 'fixed' });
			await tickets.trackerCache(numbered(1), user)?.read(1);
		};
		answers.status = { status: 'confirmed' };
		await commands.setStatus([]);
		await until(() => tickets.outbox.entries[0]?.state.kind === 'conflict');
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'resolved');
	});

	it('says how many tickets it changes before it sends anything, if that cannot be undone', async () => {
		const { commands, said, changed, answers } = await openWith(0, numbered(1), numbered(2));
		answers.resolution = 'fixed';
		await commands.resolve([]);
		assert.deepEqual([said(), changed.length], [['status bar: Resolving 2 tickets…'], 1]);
		const one = await openWith(0, numbered(3));
		await one.commands.setTo([], 'reported');
		assert.deepEqual(one.said(), []);
	});

	it('sends a comment template with a resolution that was chosen as a status', async () => {
		const { commands, forge, answers, texts, tickets } = await open(numbered(1));
		const template = 'Thank you!\n\nIt is in 2.4.3.';
		const standing = { status: 'resolved', resolution: 'fixed' } as const;
		Object.assign(answers, { status: standing, comment: '', template });
		await commands.setStatus([]);
		await until(() => tickets.outbox.entries.length === 0);
		const ticket = forge.tracker.tickets[0] ?? assert.fail();
		assert.deepEqual(
			ticket.events.filter((event) => event.comment?.text === template).map(({ change }) => change?.to),
			[standing],
		);
		assert.deepEqual(texts, [], 'asks for no other comment');
	});

	it('asks with what a ticket has now, and notices what others change, if no view has shown its tracker', async () => {
		const { forge, commands, asked, answers, tickets, during, user } = await openWith(0, numbered(1));
		user.dispose();
		await commands.labels([]);
		assert.deepEqual(asked.pop(), { title: 'Labels: ~ana/editor#1 · Ticket 0', known: 1 });
		during.pick = async () => {
			const [ticket = assert.fail()] = forge.tracker.tickets;
			forge.trackers.tickets.update(ticket, bob, { status: 'resolved', resolution: 'fixed' });
		};
		answers.status = { status: 'confirmed' };
		await commands.setStatus([]);
		await until(() => tickets.outbox.entries[0]?.state.kind === 'conflict');
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'resolved');
	});

	it('asks for a status with what all the tickets have now', async () => {
		const one = await open(numbered(2));
		one.answers.status = { status: 'pending' };
		await one.commands.setStatus([]);
		assert.deepEqual(one.changed, [[[2], { status: 'pending' }]]);
		assert.deepEqual(one.asked, [
			{
				title: 'Status: ~ana/editor#2 · Ticket 1',
				resolveOnly: false,
				current: 'in_progress',
				currentResolution: 'unresolved',
			},
		]);
		const both = await open(numbered(1), numbered(2));
		await both.commands.setStatus([]);
		assert.deepEqual(both.asked, [
			{ title: 'Status: 2 tickets', resolveOnly: false, current: undefined, currentResolution: 'unresolved' },
		]);
		assert.deepEqual(both.changed, [], 'the user cancels');
	});

	for (const [what, chosen, original, sent] of [
		['a ticket', [1], numbered(3), { 1: 'Duplicate of #3' }],
		['several tickets', [1, 2], numbered(3), { 1: 'Duplicate of #3', 2: 'Duplicate of #3' }],
		['all selected tickets but the original', [1, 2], numbered(2), { 1: 'Duplicate of #2' }],
		['a ticket of another tracker', [1], numbered(7, 'other'), { 1: 'Duplicate of ~ana/other#7' }],
	] as const) {
		it(`resolves ${what} as duplicate and names the original, in one request each when it can no longer be undone`, async () => {
			const { forge, commands, answers, asked, tickets } = await open(...chosen.map((one) => numbered(one)));
			Object.assign(answers, { resolution: 'duplicate', original });
			forge.asked.length = 0;
			await commands.resolve([]);
			const { entries } = tickets.outbox;
			assert.deepEqual(
				[entries.map(({ key, state }) => ['ticket' in key && key.ticket, state.kind]), forge.asked],
				[Object.keys(sent).map((number) => [Number(number), 'pending']), []],
			);
			await tickets.outbox.sendNow(...entries.map(({ id }) => id));
			await until(() => tickets.outbox.entries.length === 0);
			assert.deepEqual(
				forge.asked.filter((what) => what.startsWith('PUT')),
				Object.keys(sent).map((number) => `PUT /tickets/${number}`),
			);
			for (const [number, comment] of Object.entries(sent)) {
				const ticket = forge.tracker.tickets[Number(number) - 1] ?? assert.fail();
				assert.deepEqual(ticket.standing, { status: 'resolved', resolution: 'duplicate' });
				const events = ticket.events.filter((event) => event.comment?.text === comment);
				assert.deepEqual(
					events.map(({ change }) => change?.to),
					[ticket.standing],
				);
			}
			assert.deepEqual(asked.at(-1), {
				title:
					chosen.length === 1
						? 'Resolve as Duplicate: ~ana/editor#1 · Ticket 0'
						: 'Resolve as Duplicate: 2 tickets',
				duplicates: chosen.map((one) => numbered(one)),
			});
		});
	}

	for (const [what, answer, comment] of [
		['a comment', { resolution: 'fixed', comment: 'Thanks.' }, 'Thanks.'],
		[
			'a comment and the original',
			{ resolution: 'duplicate', original: numbered(3), comment: 'Thanks.' },
			'Duplicate of #3\n\nThanks.',
		],
	] as const) {
		it(`resolves with ${what} in one request, which is sent at once`, async () => {
			const { forge, commands, answers, tickets } = await open(numbered(1));
			Object.assign(answers, answer);
			forge.asked.length = 0;
			await commands.resolve([]);
			await until(() => tickets.outbox.entries.length === 0);
			assert.deepEqual(
				forge.asked.filter((what) => what.startsWith('PUT')),
				['PUT /tickets/1'],
			);
			const ticket = forge.tracker.tickets[0] ?? assert.fail();
			assert.deepEqual(
				ticket.events.filter((event) => event.comment?.text === comment).map(({ change }) => change?.to),
				[{ status: 'resolved', resolution: answer.resolution }],
			);
		});
	}

	it('resolves without a comment if the user writes none, and keeps a comment that the user cancels', async () => {
		const { commands, answers, changed, texts, tickets } = await open(numbered(1));
		Object.assign(answers, { resolution: 'fixed', cancelled: true });
		await commands.resolve([]);
		assert.deepEqual([changed, tickets.outbox.entries], [[], []]);
		Object.assign(answers, { comment: '', cancelled: undefined });
		await commands.resolve([]);
		assert.deepEqual(changed, [[[1], { status: 'resolved', resolution: 'fixed' }]]);
		assert.deepEqual(texts, ['', 'Written before Escape']);
	});

	it('sends neither the resolution as duplicate nor the comment that names the original if the user undoes it', async () => {
		const { forge, commands, answers, tickets } = await open(numbered(1), numbered(2));
		Object.assign(answers, { resolution: 'duplicate', original: numbered(3) });
		const events = forge.tracker.tickets.map((ticket) => ticket.events.length);
		await commands.resolve([]);
		const text = () => {
			const { entries, undoable } = tickets.outbox;
			return outboxStatus(entries, undoable, Date.now())?.text;
		};
		assert.equal(text(), 'Resolving 2 tickets as duplicate of #3… Undo');
		assert.equal((await tickets.outbox.undo()).length, 2);
		await commands.setTo([], 'confirmed');
		await tickets.outbox.sendNow(...tickets.outbox.entries.map(({ id }) => id));
		await until(() => tickets.outbox.entries.length === 0);
		assert.deepEqual(
			forge.tracker.tickets.map((ticket) => ticket.events.length),
			events.map((count, at) => (at === 0 ? count + 1 : count)),
		);
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'confirmed');
	});

	it('offers the labels of one tracker, and refuses tickets of two', async () => {
		const one = await open(numbered(1), numbered(3));
		one.answers.labels = { addLabels: ['bug'] };
		await one.commands.labels([]);
		assert.deepEqual(one.asked, [{ title: 'Labels: 2 tickets', known: 2 }]);
		assert.deepEqual(one.changed, [[[1, 3], { addLabels: ['bug'] }]]);
		const two = await open(numbered(1), numbered(1, 'other'));
		await two.commands.labels([]);
		assert.deepEqual([two.asked, two.changed], [[], []]);
		assert.deepEqual(two.said(), [
			'information: Labels belong to a tracker. Select tickets from a single tracker.',
		]);
	});

	it('keeps the places of the tickets in the view, and can be undone', async () => {
		for (const chosen of [[numbered(1)], [numbered(1), numbered(2)]]) {
			const { commands, answers, pinned, tickets } = await open(...chosen);
			answers.labels = { addLabels: ['bug'] };
			await commands.labels([]);
			assert.deepEqual(
				pinned,
				chosen.map(({ ticket }) => ticket),
			);
			assert.equal((await tickets.outbox.undo()).length, chosen.length);
		}
	});
});
