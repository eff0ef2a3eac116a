import { sleep } from '../../src/base/backoff.ts';
import { Log } from '../../src/base/log.ts';
import { recordsTo } from '../../src/base/log-records.ts';
import { Secrets } from '../../src/base/secrets.ts';
import type { TicketKey } from '../../src/platform/model/keys.ts';
import { openSoakTickets, type SoakAccount } from './soak-tickets.ts';
import { triageStep, undoneLabel } from './triage-script.ts';

/** The input of one process: where it continues its script. */
export interface TriageTask extends SoakAccount {
	readonly name: string;
	readonly tickets: readonly [number, ...number[]];
	readonly next: number;
}

export type TriageReport =
	/** A step is on disk; for a change that is undone, the change is gone from it. */
	| { readonly kind: 'did'; readonly name: string; readonly n: number; readonly ms: number }
	/** The window was killed between a change and its Undo. Another change cancels it. */
	| { readonly kind: 'cancelled'; readonly ticket: number }
	| { readonly kind: 'left'; readonly what: string }
	| { readonly kind: 'failed'; readonly why: string };

const task: TriageTask = JSON.parse(process.argv[2] ?? '');
const report = (one: TriageReport) => process.stdout.write(`${JSON.stringify(one)}\n`);
const log = new Log(
	recordsTo(
		{
			write: (level, line) => {
				if (level === 'error' || /cannot be read|could not be read/.test(line))
					report({ kind: 'left', what: line });
			},
		},
		new Secrets(),
	),
);
let isOver = false;
process.stdin.on('end', () => {
	isOver = true;
});
process.stdin.resume();

try {
	const { registry, tickets, signIn } = await openSoakTickets(task, log);
	if (registry.sessions.length === 0) await signIn();
	const { outbox } = tickets;
	const account = registry.sessions[0]?.id ?? '';
	const keyOf = (ticket: number): TicketKey => ({ account, owner: '~ana', tracker: 'editor', ticket });
	const isMarked = ({ key, steps }: (typeof outbox.entries)[number]) =>
		task.tickets.includes(key.ticket) &&
		steps.some(({ change }) => change.change.addLabels?.includes(undoneLabel));

	for (const { key } of outbox.entries.filter(isMarked)) {
		await tickets.change([key], { removeLabels: [undoneLabel] }, 0);
		report({ kind: 'cancelled', ticket: key.ticket });
	}
	for (let n = task.next; !isOver; n++) {
		const { ticket, change, isUndone, delayMs } = triageStep(n, task.tickets);
		const began = performance.now();
		await tickets.change([keyOf(ticket)], change, delayMs);
		if (isUndone && (await outbox.undo()).length === 0)
			report({ kind: 'left', what: `Nothing to undo: ${n}` });
		report({ kind: 'did', name: task.name, n, ms: performance.now() - began });
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
} catch (error) {
	report({ kind: 'failed', why: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
process.exit();
