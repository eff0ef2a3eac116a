import * as v from 'valibot';
import { background } from '../../base/background.ts';
import type { Log } from '../../base/log.ts';
import { maybe, type Read } from '../../forge/read.ts';
import type { Participant, ShortUser } from '../../forge/shapes/people.ts';
import { resolutions, ShortTracker, type Ticket } from '../../forge/shapes/trackers.ts';
import type { CollectionState, CollectionStore } from '../../platform/state/collection.ts';
import { Journal } from '../../platform/state/journal.ts';
import type { Storage } from '../../platform/state/storage.ts';
import { namesOf } from '../model/query/facts.ts';

/** Change this when the format of the stored data changes: data of another version is read from the forge again. */
const version = 'tickets 3';
const stateKey = 'state';

const State = v.object({
	/** When the forge last answered, and when all pages were last read, in milliseconds since 1970. */
	asOf: maybe(v.number()),
	walked: maybe(v.number()),
	tracker: maybe(ShortTracker),
	/** How many tickets were known. If the file has fewer, it was removed in the meantime, and only later changes were written. */
	count: maybe(v.number()),
});
type TicketsState = Read<typeof State>;

/** The tickets of a tracker on the disk. Their `tracker` is the same for all of them and is stored once. */
export class TicketStore implements CollectionStore<number, Ticket> {
	readonly #journal: Journal;
	readonly #name: string;
	readonly #log: Log;
	/** The submitters of tickets, by account name, mail address or id. */
	readonly #people = new Map<string, Participant>();
	/** The `tracker` of all tickets; null until it is known. */
	#tracker: ShortTracker | null = null;

	constructor(storage: Storage, tracker: string, log: Log) {
		this.#name = tracker;
		this.#log = log;
		this.#journal = new Journal(storage, ['tickets', tracker], version, log, isOlder);
	}

	/** Never fails: data that cannot be read is unknown, and all pages have to be read again. */
	async load(): Promise<{ readonly state: CollectionState; readonly items: ReadonlyMap<number, Ticket> }> {
		const values = await this.#journal.load();
		const { tracker, ...state } = v.parse(v.fallback(State, noState), values.get(stateKey));
		this.#tracker ??= tracker;
		const items = new Map<number, Ticket>();
		let damaged = 0;
		for (const [id, value] of values) {
			if (id === stateKey) continue;
			if (typeof id === 'number' && isStoredTicket(value)) items.set(id, this.#shared(value, id));
			else damaged += 1;
		}
		if (damaged > 0)
			this.#log.warn(`${damaged} tickets of ${this.#name} were damaged on the disk and are read again`);
		const isWhole = items.size >= (state.count ?? 0);
		return { state: isWhole && damaged === 0 ? state : { ...state, walked: null }, items };
	}

	/** Converts a ticket from the forge to the form in which it is kept. */
	toStored(ticket: Ticket): Ticket {
		this.#tracker ??= ticket.tracker;
		return this.#shared(ticket, ticket.id);
	}

	/** Makes tickets share their equal parts. Thousands of copies would take more memory than the titles. */
	#shared(ticket: StoredTicket, id: number): Ticket {
		const { submitter, resolution, permissions = inherited, labels = none, assignees = none } = ticket;
		const inherits = permissions && !permissions.anonymous && !permissions.submitter && !permissions.user;
		// Names each field instead of copying them with `...`. Tickets from the disk and from the forge must have their fields in the
		// same order, because they are compared as JSON; and such an object takes less memory.
		return {
			id,
			ref: ticket.ref,
			tracker: this.#tracker,
			title: ticket.title,
			created: ticket.created,
			updated: ticket.updated,
			submitter: submitter && this.#sharedPerson(submitter),
			description: ticket.description,
			status: ticket.status,
			resolution: resolutions.find((one) => one === resolution) ?? resolution,
			permissions: inherits ? inherited : permissions,
			labels: labels.length > 0 ? labels : none,
			assignees: assignees.length > 0 ? assignees : none,
		};
	}

	put(tickets: readonly Ticket[]): void {
		background(this.#journal.put(tickets.map((ticket) => [ticket.id, withoutDefaults(ticket)])));
	}

	remove(numbers: readonly number[]): void {
		background(this.#journal.put(numbers.map((number) => [number, undefined])));
	}

	putState(state: CollectionState): void {
		const all: TicketsState = { ...state, tracker: this.#tracker };
		background(this.#journal.put([[stateKey, all]]));
	}

	settled(): Promise<void> {
		return this.#journal.settled();
	}

	#sharedPerson(person: Participant): Participant {
		const [name = ''] = namesOf(person);
		const known = this.#people.get(name);
		if (known && isSamePerson(known, person)) return known;
		this.#people.set(name, person);
		return person;
	}
}

const noState: TicketsState = { asOf: null, walked: null, tracker: null, count: null };

const inherited = { anonymous: null, submitter: null, user: null };
const none: never[] = [];

type OptionalField = 'permissions' | 'labels' | 'assignees';

/**
 * A ticket as it is in the file, where its number is the key. Fields that have the same value in most tickets are left out, because parsing
 * takes most of the time of loading.
 */
type StoredTicket = Omit<Ticket, 'id' | 'tracker' | OptionalField> & Partial<Pick<Ticket, OptionalField>>;

const withoutDefaults = ({
	id: _,
	tracker: __,
	permissions,
	labels,
	assignees,
	...stored
}: Ticket): StoredTicket => ({
	...stored,
	...(permissions === inherited ? {} : { permissions }),
	...(labels.length === 0 ? {} : { labels }),
	...(assignees.length === 0 ? {} : { assignees }),
});

/**
 * Whether the value was stored as a ticket. Checks only what could break a reader, in a fraction of the time that the whole shape
 * takes. Everything in the file was checked against the shape before it was stored.
 */
function isStoredTicket(value: unknown): value is StoredTicket {
	if (!isObject(value)) return false;
	const ticket: Unread<Ticket> = value;
	return (
		typeof ticket.ref === 'string' &&
		typeof ticket.title === 'string' &&
		typeof ticket.created === 'string' &&
		typeof ticket.updated === 'string' &&
		typeof ticket.description === 'string' &&
		typeof ticket.status === 'string' &&
		typeof ticket.resolution === 'string' &&
		(ticket.labels === undefined || isListOf(ticket.labels, isText)) &&
		(ticket.assignees === undefined || isListOf(ticket.assignees, isUser)) &&
		(ticket.submitter === null || isParticipant(ticket.submitter)) &&
		(ticket.permissions == null || arePermissions(ticket.permissions))
	);
}

type Unread<T> = { readonly [Field in keyof T]?: unknown };

type ParticipantField = 'type' | 'address' | 'name' | 'external_id' | 'external_url';

const isOlder = (value: unknown, before: unknown): boolean =>
	before !== undefined &&
	isStoredTicket(before) &&
	isStoredTicket(value) &&
	Date.parse(value.updated) < Date.parse(before.updated);

function isSamePerson(one: Participant, other: Participant): boolean {
	if (one.type === 'user')
		return one.type === other.type && one.canonical_name === other.canonical_name && one.name === other.name;
	if (one.type === 'email')
		return one.type === other.type && one.address === other.address && one.name === other.name;
	return (
		one.type === other.type &&
		one.external_id === other.external_id &&
		one.external_url === other.external_url
	);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
	Array.isArray(value) && value.every(isOne);

function isUser(value: unknown): boolean {
	if (!isObject(value)) return false;
	const { canonical_name, name }: Unread<ShortUser> = value;
	return isText(canonical_name) && isText(name);
}

function isParticipant(value: unknown): boolean {
	if (!isObject(value)) return false;
	const { type, address, name, external_id, external_url }: Unread<Record<ParticipantField, unknown>> = value;
	if (type === 'email') return isText(address) && isTextOrNull(name);
	if (type === 'external') return isText(external_id) && isTextOrNull(external_url);
	return type === 'user' && isUser(value);
}

function arePermissions(value: unknown): boolean {
	if (!isObject(value)) return false;
	const { anonymous, submitter, user }: Unread<NonNullable<Ticket['permissions']>> = value;
	return [anonymous, submitter, user].every((given) => given === null || isListOf(given, isText));
}
