import type { Snapshot } from '../../src/tickets/page/protocol.ts';
import type { PageKey } from '../kit/keys.ts';

/** The keys of the page of a ticket. Letters that the page of a patchset has, too, mean the same there (`test/house/page-keys.test.ts`). */
export const ticketKeys = [
	['Move', 'j', 'Next ticket', 'next'],
	['Move', 'k', 'Previous ticket', 'previous'],
	['Move', 'e', 'Mark as seen in the Inbox, go to the next update', 'done'],
	['Move', 'n', 'Next comment', 'next-entry'],
	['Move', 'p', 'Previous comment', 'previous-entry'],
	['Move', '.', 'Go to what is new', 'show-unseen'],
	['Move', 'g', 'Go to the start', 'show-start'],
	['Move', 'G', 'Go to the end', 'show-end'],
	['Change', 'f', 'Confirm', 'confirm'],
	['Change', 'i', 'Set to in progress', 'start'],
	['Change', 'x', 'Resolve as…', 'resolve'],
	['Change', 'X', 'Reopen', 'reopen'],
	['Change', 's', 'Change status', 'status'],
	['Change', 'l', 'Edit labels', 'labels'],
	['Change', 'a', 'Assign', 'assign'],
	['Change', 'A', 'Assign to me', 'assign-to-me'],
	['Change', 'T', 'Edit title', 'title'],
	['Change', 'u', 'Undo last change', 'undo'],
	['Write', 'cr', 'Start writing', 'write'],
	['Write', 'q', 'Quote comment', 'quote'],
	['Show', 'y', 'Copy reference', 'copy'],
	['Show', '?', 'Show keyboard shortcuts', 'show-keys'],
] as const;

export type KeyAction = (typeof ticketKeys)[number][3];

/** Actions that are available on the page of a new ticket, too. */
const alsoForNew: readonly KeyAction[] = ['write', 'show-keys'];

export const keysOf = ({ page, composer, position }: Snapshot): readonly PageKey<KeyAction>[] =>
	ticketKeys.filter(([, , , action]) => {
		if (action === 'assign' || action === 'assign-to-me') return composer?.mayAssign;
		if (action === 'title') return composer?.mayRename;
		if (action === 'done') return position?.isMixed;
		return page === 'ticket' || alsoForNew.includes(action);
	});

export const repeatable: readonly KeyAction[] = ['next', 'previous', 'next-entry', 'previous-entry'];
