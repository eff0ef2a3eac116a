import type { Handlers } from '../../../src/platform/page/requests.ts';
import {
	type Snapshot,
	type TicketRequests,
	ticketRequests,
	ticketTextRules,
} from '../../../src/tickets/page/protocol.ts';
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

/** Opens the page of a ticket, by default in the dark theme, without state of an earlier page. The host knows the drafts that it has saved. */
export async function openPage(
	snapshot: Snapshot,
	theme?: Theme,
	handlers?: TicketPage['handlers'],
): Promise<TicketPage> {
	const change = (id: string, added: Snapshot['editing']) => {
		if (!opened) return;
		const others = opened.snapshot.editing.filter((one) => one.id !== id);
		opened.snapshot = { ...opened.snapshot, editing: [...added, ...others] };
	};
	const texts: TicketPage['handlers'] = {
		draft: ({ page, text: { base: _, ...text } }) => {
			const isShown = page === opened?.snapshot.key && !ticketTextRules.isBlank(text.body);
			change(text.id, isShown ? [{ ...text, saved: '08:12', at: null }] : []);
			return { id: text.id, saved: '08:12' };
		},
		send: ({ text }) => {
			change(text.id, []);
			return null;
		},
		discard: ({ id }) => {
			change(id, []);
			return null;
		},
	};
	const ofTexts = { ...kind, handlers: { ...kind.handlers, ...texts } as Handlers<TicketRequests> };
	let opened: TicketPage | undefined;
	opened = await openPageOf<Snapshot, TicketRequests>(ofTexts, snapshot, theme, handlers);
	return opened;
}
