import { trailersOf } from '../../../mail/text/commit-trailers.ts';
import { refOf, type TicketKey } from '../../../platform/model/keys.ts';
import { references, type ServiceAddresses, type TrackerPath } from '../../../platform/model/references.ts';

/** What a commit message says about a ticket. The forge acts on all of them except `mentions`. */
export type TicketVerb = 'closes' | 'fixes' | 'implements' | 'references' | 'mentions';

interface MentionedTicket {
	readonly ticket: Omit<TicketKey, 'account'>;
	readonly verb: TicketVerb;
}

/** The strongest first. */
const verbs: readonly TicketVerb[] = ['fixes', 'implements', 'closes', 'references', 'mentions'];
/** In longer texts, only the beginning is searched. */
const longestText = 20_000;

/** The forge and the tracker that the commits belong to. */
interface CommitContext {
	readonly instance: ServiceAddresses;
	/** The tracker that `#12` is in. */
	readonly tracker: TrackerPath | undefined;
}

/** The tickets that messages of commits mention, if they are on the same forge, each once. Tickets that the commits close come first. */
export function ticketsInCommits(
	messages: readonly string[],
	{ instance, tracker }: CommitContext,
): readonly MentionedTicket[] {
	const found = new Map<string, MentionedTicket>();
	const add = (text: string, verb: TicketVerb) => {
		for (const { target } of references(text.slice(0, longestText), [instance], tracker)) {
			if (target.kind !== 'ticket') continue;
			const { owner, tracker: name, ticket } = target;
			const key = { owner, tracker: name, ticket };
			const known = found.get(refOf(key));
			if (!known || verbs.indexOf(verb) < verbs.indexOf(known.verb))
				found.set(refOf(key), { ticket: key, verb });
		}
	};
	for (const message of messages) {
		const [, body = ''] = /\n(.*)/s.exec(message) ?? [];
		for (const { key, value } of trailersOf(body)) {
			const verb = verbs.find((one) => one === key.toLowerCase());
			// A number in the subject of a commit, such as in `Fixes: 0123456789ab ("See #12")`, is only a mention.
			if (verb && verb !== 'mentions') add(value.replace(/[("].*/s, ''), verb);
		}
		add(message, 'mentions');
	}
	return [...found.values()].toSorted((one, other) => verbs.indexOf(one.verb) - verbs.indexOf(other.verb));
}
