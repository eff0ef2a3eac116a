import type { Snapshot } from '../../src/tickets/page/protocol.ts';
import type { PageKey } from '../page/keys.ts';

/** The keys of the page of a ticket. */
const keys = [
	['j', 'Next ticket', 'next'],
	['k', 'Previous ticket', 'previous'],
	['f', 'Confirm', 'confirm'],
	['i', 'Set to in progress', 'start'],
	['x', 'Resolve as…', 'resolve'],
	['X', 'Reopen', 'reopen'],
	['s', 'Change status', 'status'],
	['l', 'Edit labels', 'labels'],
	['u', 'Undo last change', 'undo'],
	['cr', 'Start writing', 'write'],
	['q', 'Quote comment', 'quote'],
	['n', 'Next comment', 'next-comment'],
	['p', 'Previous comment', 'previous-comment'],
	['.', 'Go to what is new', 'show-unseen'],
	['g', 'Go to the start', 'show-start'],
	['G', 'Go to the end', 'show-end'],
	['y', 'Copy reference', 'copy-ref'],
	['?', 'Show keyboard shortcuts', 'show-keys'],
] as const;

export type KeyAction = (typeof keys)[number][2];

/** Actions that are not available on a page without a ticket. */
const onlyForTickets: readonly KeyAction[] = [
	'next',
	'previous',
	'confirm',
	'start',
	'resolve',
	'reopen',
	'status',
	'labels',
	'undo',
	'quote',
	'next-comment',
	'previous-comment',
	'show-unseen',
	'show-start',
	'show-end',
	'copy-ref',
];

export const keysOf = (page: Snapshot['page']): readonly PageKey<KeyAction>[] =>
	keys.filter(([, , action]) => page === 'ticket' || !onlyForTickets.includes(action));

export const repeatable: readonly KeyAction[] = ['next', 'previous', 'next-comment', 'previous-comment'];
