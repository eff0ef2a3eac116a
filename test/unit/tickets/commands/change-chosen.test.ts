import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { TicketKey } from '../../../../src/platform/model/keys.ts';
import type { RequestedChange } from '../../../../src/tickets/state/changes/change.ts';
import { key, stage } from '../../../kit/forge/tracker-forge.ts';
import { HeldLimits } from '../../../kit/window/clock.ts';
import { answerWith, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { navigationWith } from './navigation.ts';
import { signedIn } from './signed-in.ts';

const { changeChosen } = await import('../../../../src/tickets/commands/change-chosen.ts');

describe('A command that changes tickets', () => {
	const resources = stage();
	const change = { status: 'confirmed' } as const;

	/** A window in which ana and bob are signed in and see the tickets of ana's tracker. It does not know the tracker's permissions yet. */
	async function open({ seesTickets = true } = {}) {
		const forge = await resources.forge();
		forge.fill(2);
		const tickets = await signedIn(forge, resources, 'ana', 'bob');
		const view = new Lifetime();
		resources.ending(() => view.dispose());
		if (seesTickets)
			for (const account of ['ana', 'bob']) await tickets.trackerCache({ ...key, account }, view)?.refresh();
		forge.asked.length = 0;
		const run = async (
			account: 'ana' | 'bob',
			permission: 'comment' | 'triage' = 'triage',
			choice: RequestedChange | null = change,
			numbers: readonly number[] = [1, 2],
			{ mine = [] as readonly number[], answers = false } = {},
		) => {
			const done = { offered: 0, changed: [] as number[], moved: 0 };
			const keys = numbers.map(
				(ticket): TicketKey => ({ ...key, account: mine.includes(ticket) ? 'ana' : account, ticket }),
			);
			if (answers) answerWith((_, buttons) => (Array.isArray(buttons) ? buttons[0] : undefined));
			await changeChosen(
				keys.map((key) => ({ key, listId: undefined })),
				{
					permission,
					choose: async () => {
						done.offered += 1;
						return choice ?? undefined;
					},
					change: async (keys) => {
						done.changed.push(...keys.map(({ ticket }) => ticket));
					},
				},
				tickets,
				navigationWith({
					rememberFocus: () => async () => {
						done.moved += 1;
					},
				}),
			);
			return { ...done, told: takeCalls() };
		};
		const permit = (user: readonly ('browse' | 'comment' | 'triage')[]) => {
			const { tracker, trackers } = forge;
			trackers.update(tracker, {
				permissions: { ...tracker.permissions, user: [...user], submitter: [...user] },
			});
		};
		return { ...forge, tickets, run, permit };
	}
	const nothing = { offered: 0, changed: [], moved: 0 };
	const all = { offered: 1, told: [], changed: [1, 2], moved: 1 };

	for (const [permission, mine, question, button] of [
		['comment', [2, 3], 'comment on 1 of the 3 tickets', 'Comment on the Other 2 Tickets'],
		['triage', [3], 'change 2 of the 3 tickets', 'Change the Other Ticket'],
	] as const) {
		it(`names the tickets that the user may not change, and offers: ${button}`, async () => {
			const { run, permit } = await open();
			permit(['browse']);
			const names = [1, 2].filter((one) => !mine.some((other) => other === one));
			const refs = names.map((ticket) => `~ana/editor#${ticket}`).join(', ');
			const told = [`warning: You don't have permission to ${question}.: ${refs}: ${button}`];
			const choose = (answers: boolean) => run('bob', permission, change, [1, 2, 3], { mine, answers });
			assert.deepEqual(await choose(false), { ...nothing, told });
			assert.deepEqual(await choose(true), { offered: 1, told, changed: mine, moved: 1 });
		});
	}

	it('names at most ten tickets', async () => {
		const { run } = await open();
		const numbers = Array.from({ length: 13 }, (_, at) => at + 1);
		const { told } = await run('bob', 'triage', change, numbers, { mine: [13] });
		assert.match(told[0] ?? '', /#10, 2 more: Change the Other Ticket$/);
	});

	it('goes ahead for a user who may', async () => {
		const { run, permit } = await open();
		permit(['browse', 'triage']);
		assert.deepEqual(await run('bob'), all);
	});

	for (const [what, seesTickets] of [
		['', true],
		[', also for tickets that are not known', false],
	] as const) {
		it(`leaves the check to the forge if the forge cannot be reached${what}`, async () => {
			const { run, line } = await open({ seesTickets });
			line.cut = true;
			assert.deepEqual(await run('bob'), all);
		});

		it(`waits a while for a slow forge, then leaves the check to it${what}`, async () => {
			const { run, line, release } = await open({ seesTickets });
			line.held = /./;
			const limits = new HeldLimits(2000);
			const running = run('bob');
			await until(() => line.waiting.length > 0);
			assert.equal(limits.count, 1);
			limits.pass();
			assert.deepEqual(await running, all);
			release();
		});
	}

	it('reads tickets that are not known, and knows them until they are changed', async () => {
		const { tickets, asked } = await open({ seesTickets: false });
		const keys = [1, 2].map((ticket): TicketKey => ({ ...key, account: 'bob', ticket }));
		const titles = () => keys.map((one) => tickets.known(one)?.title);
		const seen: object[] = [];
		await changeChosen(
			keys.map((key) => ({ key, listId: undefined })),
			{
				permission: 'comment',
				filter: (all) => {
					seen.push(titles());
					return all;
				},
				choose: async () => titles(),
				change: async (all, chosen, bases) => {
					seen.push(chosen, titles());
					seen.push(all.map((one) => bases(one)?.title));
				},
			},
			tickets,
			navigationWith(),
		);
		const all = ['Ticket 0', 'Ticket 1'];
		assert.deepEqual(seen, [all, all, all, all]);
		assert.deepEqual(asked.toSorted(), ['GET ', 'GET /tickets/1', 'GET /tickets/2']);
	});
});
