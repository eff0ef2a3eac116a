import type { DirectChange } from '../../src/tickets/state/changes/ticket-outbox-format.ts';

/** A label that only undone changes add. */
export const undoneLabel = 'undo';

export interface TriageStep {
	readonly ticket: number;
	readonly change: DirectChange;
	/** A command, a command that the user undoes, a comment alone, or the button of the comment box, which sends a comment too. */
	readonly kind: 'direct' | 'undone' | 'comment' | 'box';
	/** How long the change can be undone. */
	readonly delayMs: number;
}

const statuses = ['confirmed', 'in_progress', 'pending', 'reported'] as const;
const labels = ['bug', 'regression'] as const;

/** A number that looks random, but is the same for the same input. */
const scattered = (n: number, salt: number): number =>
	Math.floor(Math.abs(Math.sin(n * 12.9898 + salt * 78.233)) * 43_758.5453);

const from = <T>(all: readonly [T, ...T[]], n: number): T => all[n % all.length] ?? all[0];

/** Step `n` of the user's work on these tickets. */
export function triageStep(n: number, tickets: readonly [number, ...number[]]): TriageStep {
	// Always on the same ticket: the long delay holds up what is merged with it.
	if (n % 5 === 4) {
		const [ticket] = tickets;
		return { ticket, change: { addLabels: [undoneLabel] }, kind: 'undone', delayMs: 20_000 };
	}
	const ticket = from(tickets, scattered(n, 1));
	const status = from(statuses, scattered(n, 4));
	if (n % 10 === 2) return { ticket, change: {}, kind: 'comment', delayMs: 0 };
	if (n % 10 === 6) return { ticket, change: { status }, kind: 'box', delayMs: 0 };
	const kind = scattered(n, 2) % 3;
	const label = from(labels, scattered(n, 3));
	const change: DirectChange =
		kind === 0 ? { addLabels: [label] } : kind === 1 ? { removeLabels: [label] } : { status };
	return { ticket, change, kind: 'direct', delayMs: scattered(n, 5) % 300 };
}
