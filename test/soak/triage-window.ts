import { sleep } from '../../src/base/clock.ts';
import { isTicketKey, type TicketKey } from '../../src/platform/model/keys.ts';
import { emptyBody } from '../../src/tickets/model/ticket-draft.ts';
import { isStatus } from '../../src/tickets/state/changes/change.ts';
import type { TicketText } from '../../src/tickets/state/changes/text-format.ts';
import { baseOf } from '../../src/tickets/state/changes/ticket-outbox-format.ts';
import { isWaiting, openSoakTickets, type SoakAccount } from './soak-tickets.ts';
import { triageStep, undoneLabel } from './triage-script.ts';
import { runWindow, windowProcess } from './window-process.ts';

/** The input of one process: where it continues its script. */
export interface TriageTask extends SoakAccount {
	readonly name: string;
	readonly tickets: readonly [number, ...number[]];
	readonly next: number;
}

export type TriageReport =
	/** A step is on disk; for a change that is undone, the change is gone from it. `ms` is the time that this took, without sending. */
	| { readonly kind: 'did'; readonly name: string; readonly n: number; readonly ms: number }
	/** The window was killed between a change and its Undo. Another change cancels it. */
	| { readonly kind: 'cancelled'; readonly ticket: number }
	/** A comment is on disk, in its draft or in the outbox. */
	| { readonly kind: 'wrote'; readonly ticket: number; readonly text: string }
	| { readonly kind: 'left'; readonly what: string }
	| { readonly kind: 'failed'; readonly why: string };

const {
	task,
	tell: report,
	log,
	isOver,
} = windowProcess<TriageTask, TriageReport>((line, level) =>
	level === 'error' || /cannot be read|could not be read/.test(line)
		? { kind: 'left', what: line }
		: undefined,
);

await runWindow(
	async () => {
		const { registry, tickets, signIn } = await openSoakTickets(task, log);
		if (registry.sessions.length === 0) await signIn();
		const { outbox } = tickets;
		const account = registry.sessions[0]?.id ?? '';
		const keyOf = (ticket: number): TicketKey => ({ account, owner: '~ana', tracker: 'editor', ticket });
		const isMarked = ({ key, steps }: (typeof outbox.entries)[number]) =>
			isTicketKey(key) &&
			task.tickets.includes(key.ticket) &&
			steps.some(({ change }) => change.change.addLabels?.includes(undoneLabel));

		for (const { key } of outbox.entries.filter(isMarked)) {
			if (!isTicketKey(key)) continue;
			await tickets.change([key], { removeLabels: [undoneLabel] }, 0, tickets.basesOf([key]));
			report({ kind: 'cancelled', ticket: key.ticket });
		}

		const sendDraft = async (key: TicketKey, draft: TicketText) => {
			const { text, status } = draft.body;
			const seen = tickets.shown(key);
			const change = { comment: text, ...(status !== null && isStatus(status) && { status }) };
			const pending = { change, ...(seen && { base: baseOf(seen) }) };
			try {
				await tickets.textSender.send({ ...draft, base: draft }, [{ key, change: pending }]);
				while (isWaiting(tickets, key, draft.id)) await sleep(20);
			} catch (error) {
				report({ kind: 'left', what: `Not sent: ${text} ${error instanceof Error ? error.message : error}` });
			}
		};
		/** As on a page that is shown again after its window was killed. */
		const sendLeftDrafts = async () => {
			for (const key of task.tickets.map(keyOf)) {
				const left = tickets.texts.editingOf(key);
				if (left) await sendDraft(key, left);
			}
		};
		/** Returns the time that it takes until the step is on disk. */
		const perform = async (n: number): Promise<number> => {
			const began = performance.now();
			const { ticket, change, kind, delayMs } = triageStep(n, task.tickets);
			const key = keyOf(ticket);
			// The process tells a comment from one that was written before it was killed.
			const text = `triage ${task.name} ${n} ${process.pid}`;
			if (kind === 'comment') {
				await tickets.textSender.comment([key], text, tickets.basesOf([key]));
				report({ kind: 'wrote', ticket, text });
			} else if (kind === 'box') {
				const body = { ...emptyBody, text, status: change.status ?? null };
				const draft = await tickets.texts.write(tickets.textSender.newText(key, body));
				report({ kind: 'wrote', ticket, text });
				const ms = performance.now() - began;
				await sendDraft(key, draft);
				return ms;
			} else await tickets.change([key], change, delayMs, tickets.basesOf([key]));
			if (kind === 'undone' && (await outbox.undo()).length === 0)
				report({ kind: 'left', what: `Nothing to undo: ${n}` });
			return performance.now() - began;
		};
		// The user needs longer to reach the box.
		await sleep(200);
		await sendLeftDrafts();
		// The step during which the window was killed may have been made. It is made again, also at the end, so that the outcome is known.
		for (let n = task.next; n === task.next || !isOver(); n++) {
			report({ kind: 'did', name: task.name, n, ms: await perform(n) });
			await sleep(20 + Math.random() * 100);
		}
		const end = performance.now() + 60_000;
		while (outbox.entries.length > 0 && performance.now() < end) {
			// Any answer of the forge ends the wait for the network.
			await tickets
				.of(account)
				?.client.user({})
				.catch(() => {});
			await sleep(200);
		}
		for (const entry of outbox.entries) report({ kind: 'left', what: JSON.stringify(entry) });
		for (const { body } of tickets.texts.editing) report({ kind: 'left', what: `A draft: ${body.text}` });
	},
	(why) => report({ kind: 'failed', why }),
);
