/** A ticket that a text mentions. Absent parts are those of the ticket that contains the text. */
interface TicketMention {
	readonly owner: string | undefined;
	readonly tracker: string | undefined;
	readonly number: number;
}

export interface Mentions {
	/** Names with a tilde. */
	readonly users: readonly string[];
	readonly tickets: readonly TicketMention[];
}

const user = '~[a-z_][a-z0-9_-]+';
const tracker = '[A-Za-z0-9._-]+';

/**
 * Matches the address of a ticket, `~user/tracker#17`, `tracker#17`, `#17` or `~user`. A mention starts where a word
 * starts, so neither the middle of an address nor the fragment of a heading matches, and a long word is scanned only
 * once. The host of an address does not matter, because the forge has many names.
 */
const mention = new RegExp(
	`(?<![\\w~/.#-])(?:https?://[^\\s/]+/(?<urlOwner>${user})/(?<urlTracker>${tracker})/(?<urlNumber>\\d+)` +
		`|(?:(?:(?<owner>${user})/)?(?<tracker>${tracker}))?#(?<number>\\d+)` +
		`|(?<user>${user})(?!/))(?!\\w)`,
	'g',
);

/** The users and tickets that a text mentions, without duplicates, in the order of the text. */
export function mentionsIn(text: string): Mentions {
	const users = new Set<string>();
	const tickets = new Map<string, TicketMention>();
	for (const { groups = {} } of text.matchAll(mention)) {
		if (groups.user !== undefined) users.add(groups.user);
		else {
			const owner = groups.urlOwner ?? groups.owner;
			const name = groups.urlTracker ?? groups.tracker;
			const number = Number(groups.urlNumber ?? groups.number);
			tickets.set(`${owner ?? ''}/${name ?? ''}#${number}`, { owner, tracker: name, number });
		}
	}
	return { users: [...users], tickets: [...tickets.values()] };
}
