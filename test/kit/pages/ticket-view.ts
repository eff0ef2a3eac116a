import type { Label, Ticket, TicketEvent } from '../../../src/forge/shapes/trackers.ts';
import { renderer } from '../../../src/platform/model/markdown/renderer.ts';
import type { TicketPageState } from '../../../src/tickets/page/page-state.ts';
import type { Snapshot } from '../../../src/tickets/page/protocol.ts';
import { ticketContent } from '../../../src/tickets/page/ticket-content.ts';

export const key = { account: 'one', owner: '~ana', tracker: 'editor', ticket: 42 };

const tracker = {
	id: 1,
	name: 'editor',
	created: '2026-01-01T00:00:00Z',
	updated: '2026-01-01T00:00:00Z',
	owner: { canonical_name: '~ana', name: 'ana' },
};

export const ticket: Ticket = {
	id: 42,
	ref: '~ana/editor#42',
	tracker,
	title: 'Undo history is lost',
	created: '2026-11-15T09:12:00Z',
	updated: '2026-11-20T07:40:00Z',
	submitter: { type: 'user', canonical_name: '~dan', name: 'dan' },
	description: 'When a file changes on disk.',
	status: 'in_progress',
	resolution: 'unresolved',
	permissions: null,
	labels: ['bug', 'odd\u202e'],
	assignees: [{ canonical_name: '~bob', name: 'bob' }],
};

const bob = { type: 'user', canonical_name: '~bob', name: 'bob' } as const;

export const event = (id: number, part: Partial<TicketEvent>): TicketEvent => ({
	id,
	created: `2026-11-20T0${id}:00:00Z`,
	event_type: [],
	old_status: null,
	old_resolution: null,
	new_status: null,
	new_resolution: null,
	user: bob,
	ticket: null,
	comment: null,
	label: null,
	by_user: null,
	from_ticket: null,
	...part,
});

export const resolved = event(3, {
	event_type: ['status_change'],
	old_status: 'in_progress',
	new_status: 'resolved',
	new_resolution: 'fixed',
});

export const said = (id: number, text: string) =>
	event(id, {
		event_type: ['comment'],
		comment: { id, created: `2026-11-20T0${id}:00:00Z`, submitter: bob, text },
	});

const label = (name: string, background: string): Label => ({
	name,
	created: '',
	colors: { background, text: '#000000' },
	tracker: null,
});

export const view: TicketPageState = {
	key,
	ticket,
	isDeleted: false,
	waitingChange: undefined,
	waiting: undefined,
	events: [said(1, 'It is *little-endian*.'), event(2, { event_type: ['label_added'], label: ['bug'] })],
	labels: [label('bug', '#D73A4A'), label('odd\u202e', '#abc'), label('evil', 'url(https://evil.test)')],
	isReading: false,
	permissions: null,
	access: null,
	hasExtras: false,
	isSubscribed: undefined,
	me: '~carol',
	ownerToName: null,
	web: 'https://todo.example.org/~ana/editor',
	resolveOnly: false,
	pageStatus: { kind: 'good' },
	draft: undefined,
	seenUpTo: undefined,
	difference: undefined,
	series: [],
	requested: undefined,
	render: renderer({
		addresses: { trackers: 'https://todo.example.org' },
		currentTracker: { owner: '~ana', tracker: 'editor' },
	}),
	now: Date.parse('2026-11-20T08:12:00Z'),
	zone: 'UTC',
};

/** What a page shows while the user writes nothing. */
export const snapshotOf = (state: TicketPageState): Snapshot => ({
	...ticketContent(state),
	...{ editing: [], past: [], waiting: [], undoable: null, position: null },
});
