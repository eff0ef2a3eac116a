import * as v from 'valibot';
import type { Shape } from '../../forge/contract/read.ts';
import type { ListKey, RepositoryKey, SeriesKey, TicketKey, TrackerKey } from './keys.ts';

export const concerns = [
	'assigned',
	'mentioned',
	'submitted',
	'participated',
	'patch-sent',
	'watched',
] as const;

/** Why an event concerns the user. */
export type Concern = (typeof concerns)[number];

export const ticketKinds = [
	'created',
	'commented',
	'status',
	'labels',
	'assigned',
	'unassigned',
	'mentioned',
	'referenced',
	'other',
] as const;
export const listKinds = ['patchset', 'pull-request', 'reply', 'thread', 'patchset-status', 'list'] as const;
export const repositoryKinds = [
	'pushed',
	'force-pushed',
	'ref-created',
	'ref-deleted',
	'repository',
] as const;

interface EventHead {
	/** The same each time that the event is reported, by a webhook or a read; different for each event. */
	readonly key: string;
	/** When, as sent by the server. */
	readonly at: string;
	/** Who did it, as displayed: `~bob`, or the name of a person who wrote by mail. Empty if the forge does not say. */
	readonly by: string;
	/** The title of the item. */
	readonly title: string;
	/** The strongest first. */
	readonly concerns: readonly Concern[];
	/** The beginning of what its author wrote, without quotes: Markdown of a ticket, plain text of a mail. Absent if that is not known. */
	readonly text?: string | undefined;
}

/** Something that another user has done to a ticket. */
export interface TicketHappening extends EventHead {
	readonly kind: (typeof ticketKinds)[number];
	readonly place: TrackerKey;
	readonly item: TicketKey;
	/** The forge's id of the event; absent for `created`, and if the event is not known. */
	readonly event?: number | undefined;
	/** For `status`: the new status and resolution. */
	readonly status?: string | undefined;
	readonly resolution?: string | undefined;
	/** For `assigned`, `unassigned` and `mentioned`: the user who was, with the tilde, if that is known. */
	readonly whom?: string | undefined;
}

/** Something that has arrived at or changed in a mailing list. */
export interface ListHappening extends EventHead {
	readonly kind: (typeof listKinds)[number];
	readonly place: ListKey;
	/** Null for the list itself. */
	readonly item: SeriesKey | null;
	/** Names of the known versions of its series. Events that share one, or the item, are about the same series. */
	readonly versions?: readonly string[] | undefined;
	/** For `reply`: the forge's id of the mail. */
	readonly mail?: number | undefined;
	/** For `patchset`: its version and how many patches it has. */
	readonly version?: number | undefined;
	readonly patchCount?: number | undefined;
	/** For `patchset`: how many of its patches have not arrived. */
	readonly missingCount?: number | undefined;
	/** For `patchset-status`: the new status. */
	readonly status?: string | undefined;
}

interface PushedCommit {
	readonly id: string;
	readonly message: string;
	readonly author: string;
}

/** What was pushed to a repository. */
export interface RepositoryHappening extends EventHead {
	readonly kind: (typeof repositoryKinds)[number];
	readonly place: RepositoryKey;
	/** The full name of the ref; empty for the repository itself. */
	readonly ref: string;
	/** The same for all branches and tags of one push, as far as that is known. Absent for the repository itself. */
	readonly push?: string | undefined;
	/** The id of the commit or annotated tag that the ref leads to, or has led to before it was deleted. */
	readonly target?: string | undefined;
	/** For `pushed`: the commit that the ref has led to before. */
	readonly before?: string | undefined;
	/** The newest first. Of many, only the newest are stored. */
	readonly commits?: readonly PushedCommit[] | undefined;
	/** How many commits were pushed, if `commits` does not have all of them. */
	readonly commitCount?: number | undefined;
	/** The message of an annotated tag. */
	readonly tag?: string | undefined;
	/** Whether the user has probably pushed it. The event is stored as seen: who can push can name anyone as committer. */
	readonly isProbablyOwn?: boolean | undefined;
}

export type ForgeEvent = TicketHappening | ListHappening | RepositoryHappening;

/** The user has seen everything that happened up to a time: to one item, or in a whole place. */
export interface SeenUpTo {
	readonly at: TicketKey | SeriesKey | ForgeEvent['place'];
	/** As sent by the server. */
	readonly upTo: string;
	/** Whether it comes from a page that has stayed visible since it last reported this. */
	readonly isRepeated?: boolean;
}

/** The user has seen commits of a repository. */
export interface SeenCommits {
	readonly repository: RepositoryKey;
	readonly commits: readonly string[];
	/** What branches and tags were seen to lead to, by their full names. */
	readonly targets: Readonly<Record<string, string>>;
}

/** How many commits of a push are stored. */
const maxCommits = 20;

/** The beginning of a text that another user has written, which may have any length. Applying it again changes nothing. */
const shortened = (longest: number) =>
	v.pipe(
		v.string(),
		v.transform((text) =>
			text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`,
		),
	);

const name = shortened(200);
const text = shortened(400);
const beginning = shortened(600);
const whole = v.pipe(v.number(), v.safeInteger());
const isConcern = (word: unknown): word is Concern => concerns.some((concern) => concern === word);

const head = {
	key: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
	at: shortened(60),
	by: name,
	title: text,
	text: v.optional(beginning),
	// A later version may have stored other concerns.
	concerns: v.pipe(
		v.array(v.unknown()),
		v.transform((words) => words.filter(isConcern)),
	),
};

const ofOwner = { account: v.string(), owner: v.string() };

const TicketShape: Shape<TicketHappening> = v.object({
	...head,
	kind: v.picklist(ticketKinds),
	place: v.object({ ...ofOwner, tracker: v.string() }),
	item: v.object({ ...ofOwner, tracker: v.string(), ticket: whole }),
	event: v.optional(whole),
	status: v.optional(name),
	resolution: v.optional(name),
	whom: v.optional(name),
});

const ListShape: Shape<ListHappening> = v.object({
	...head,
	kind: v.picklist(listKinds),
	place: v.object({ ...ofOwner, list: v.string() }),
	item: v.nullable(
		v.union([
			v.object({ ...ofOwner, list: v.string(), patchset: whole }),
			v.object({ ...ofOwner, list: v.string(), mail: whole }),
		]),
	),
	versions: v.optional(v.array(name)),
	mail: v.optional(whole),
	version: v.optional(whole),
	patchCount: v.optional(whole),
	missingCount: v.optional(whole),
	status: v.optional(name),
});

const RepositoryShape: Shape<RepositoryHappening> = v.pipe(
	v.object({
		...head,
		kind: v.picklist(repositoryKinds),
		place: v.object({ ...ofOwner, repository: v.string() }),
		// Names of references have at most this length, with `refs/heads/`.
		ref: v.pipe(v.string(), v.maxLength(1100)),
		push: v.optional(name),
		target: v.optional(name),
		before: v.optional(name),
		commits: v.optional(v.array(v.object({ id: name, message: name, author: name }))),
		commitCount: v.optional(whole),
		tag: v.optional(text),
		isProbablyOwn: v.optional(v.boolean()),
	}),
	v.transform((event) => {
		const { commits = [], commitCount = commits.length } = event;
		if (commits.length <= maxCommits) return event;
		return { ...event, commits: commits.slice(0, maxCommits), commitCount };
	}),
);

/** Reads an event from the disk, where it may be damaged or from another version, and shortens what is too long to be stored. */
export const ForgeEventShape: Shape<ForgeEvent> = v.union([TicketShape, ListShape, RepositoryShape]);
