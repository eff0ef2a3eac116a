import { type Snapshot, type TicketRequests, ticketRequests } from '../../../src/tickets/page/protocol.ts';
import { type BrowserPage, openPageOf, type Theme } from './browser-page.ts';
import { pageAnswers } from './page-answers.ts';

export type TicketPage = BrowserPage<Snapshot, TicketRequests>;

const kind = {
	script: 'media/ticket.ts',
	name: 'ticket',
	key: 'one ~ana/editor#42',
	table: ticketRequests,
	handlers: {
		...pageAnswers,
		draft: ({ text: { id } }: { readonly text: { readonly id: string } }) => ({ id, saved: '08:12' }),
		send: () => null,
		discard: () => null,
		restoreDraft: () => null,
		actOnText: () => ({ id: null }),
		preview: () => ({ html: '<p>As it will be</p>' }),
		complete: () => ({ items: [] }),
		user: () => ({
			user: '~bob',
			name: 'Bob Ellis',
			bio: 'Writes editors.',
			location: 'Utrecht',
			link: { text: 'bob.example.org', open: 'https://bob.example.org/' },
		}),
		entries: () => ({ entries: [] }),
		didShowEntry: () => null,
		quote: () => ({ text: '> quoted' }),
		copyRef: () => ({ announcement: 'Copied' }),
		copyLink: () => ({ announcement: 'Link copied' }),
		showImage: () => ({
			data: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
		}),
		pick: () => null,
		pickLabels: () => ({ labels: null }),
		pickCommentTemplate: () => ({ text: null }),
		similar: () => ({ tickets: [] }),
		triage: () => null,
		act: () => null,
	},
} as const;

/** Opens the page of a ticket, by default in the dark theme, without state of an earlier page. */
export const openPage = (
	snapshot: Snapshot,
	theme?: Theme,
	handlers?: TicketPage['handlers'],
): Promise<TicketPage> => openPageOf<Snapshot, TicketRequests>(kind, snapshot, theme, handlers);
