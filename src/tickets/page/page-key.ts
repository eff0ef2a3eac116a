import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';

/** Identifies the page of a ticket or, given a tracker, of a new ticket in it. VS Code keeps it for the page across a reload. */
export function pageKey(key: TicketKey | TrackerKey): string {
	const { account, owner, tracker } = key;
	return JSON.stringify([account, owner, tracker, 'ticket' in key ? key.ticket : null]);
}

/**
 * Reads the key from the state that VS Code has kept of a page (`getState`). Undefined if the state is not from a
 * ticket page.
 */
export function keptKey(state: unknown): TicketKey | TrackerKey | undefined {
	const key: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'key') : undefined;
	const parts = typeof key === 'string' ? parsed(key) : undefined;
	if (!Array.isArray(parts) || parts.length !== 4) return undefined;
	const [account, owner, tracker, ticket]: unknown[] = parts;
	if (typeof account !== 'string' || typeof owner !== 'string' || typeof tracker !== 'string')
		return undefined;
	if (ticket === null) return { account, owner, tracker };
	return Number.isSafeInteger(ticket) ? { account, owner, tracker, ticket: Number(ticket) } : undefined;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
