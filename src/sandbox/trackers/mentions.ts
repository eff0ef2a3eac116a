/** A ticket that a text names; what it leaves out is that of the ticket where the text stands. */
interface TicketMention {
	readonly owner: string | undefined;
	readonly tracker: string | undefined;
	readonly number: number;
}

export interface Mentions {
	/** Names with their tilde. */
	readonly users: readonly string[];
	readonly tickets: readonly TicketMention[];
}

const user = '~[a-z_][a-z0-9_-]+';
const tracker = '[A-Za-z0-9._-]+';

/**
 * The address of a ticket, `~user/tracker#17`, `tracker#17`, `#17` or `~user`. A mention begins where a word does, so that
 * neither the middle of an address nor a heading's fragment is one, and a long word is looked at once. The host of an
 * address does not matter: the forge is reached by many names.
 */
const mention = new RegExp(
	`(?<![\\w~/.#-])(?:https?://[^\\s/]+/(?<urlOwner>${user})/(?<urlTracker>${tracker})/(?<urlNumber>\\d+)` +
		`|(?:(?:(?<owner>${user})/)?(?<tracker>${tracker}))?#(?<number>\\d+)` +
		`|(?<user>${user})(?!/))(?!\\w)`,
	'g',
);

/** Whom and what a text mentions, each once, in the order of the text. */
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
