import type {
	ListHappening,
	RepositoryHappening,
	TicketHappening,
} from '../../../src/platform/model/forge-events.ts';

export const tracker = { account: 'session', owner: '~ana', tracker: 'editor' };
export const list = { account: 'session', owner: '~ana', list: 'editor-devel' };
export const repository = { account: 'session', owner: '~ana', repository: 'editor' };

const head = { key: 'event 1', at: '2026-03-04T05:06:07Z', by: '~bob', concerns: ['watched'] } as const;

export const ticketEvent = (more: Partial<TicketHappening> = {}): TicketHappening => ({
	...head,
	kind: 'commented',
	place: tracker,
	item: { ...tracker, ticket: 42 },
	title: 'Undo history is lost',
	...more,
});

export const listEvent = (more: Partial<ListHappening> = {}): ListHappening => ({
	...head,
	kind: 'reply',
	by: 'Bob Ellis',
	place: list,
	item: { ...list, patchset: 3 },
	title: 'Keep undo history across reloads',
	...more,
});

export const repositoryEvent = (more: Partial<RepositoryHappening> = {}): RepositoryHappening => ({
	...head,
	kind: 'pushed',
	place: repository,
	ref: 'refs/heads/master',
	title: '~ana/editor',
	...more,
});

/** Numbered events, the first one a minute after midnight. */
export const numbered = (from: number, to: number): readonly TicketHappening[] =>
	Array.from({ length: to - from + 1 }, (_, index) => {
		const nth = from + index;
		const at = new Date(Date.parse('2026-03-04T00:00:00Z') + nth * 60_000).toISOString();
		return ticketEvent({ key: `event ${nth}`, at, title: `Comment ${nth}` });
	});
