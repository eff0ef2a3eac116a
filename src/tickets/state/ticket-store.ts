import * as v from 'valibot';
import type { Storage } from '../../base/files/storage.ts';
import type { Log } from '../../base/log/log.ts';
import { maybe } from '../../forge/contract/read.ts';
import type { Participant, ShortUser } from '../../forge/shapes/people.ts';
import { resolutions, ShortTracker, type Ticket } from '../../forge/shapes/trackers.ts';
import { ItemStore } from '../../platform/state/cache/item-store.ts';
import { namesOf } from '../model/query/facts.ts';

/** Makes tickets share their equal parts. Thousands of copies would take more memory than the titles. */
class SharedParts {
	/** The submitters of tickets, by account name, mail address or id. */
	readonly #people = new Map<string, Participant>();
	/** The `tracker` of all tickets; null until it is known. */
	tracker: ShortTracker | null = null;

	share(ticket: StoredTicket, id: number): Ticket {
		const {
			submitter,
			resolution,
			permissions = inheritedPermissions,
			labels = noItems,
			assignees = noItems,
		} = ticket;
		const inherits = permissions && !permissions.anonymous && !permissions.submitter && !permissions.user;
		// Names each field instead of copying them with `...`. Tickets from the disk and from the forge must have their fields in the
		// same order, because they are compared as JSON; and such an object takes less memory.
		return {
			id,
			ref: ticket.ref,
			tracker: this.tracker,
			title: ticket.title,
			created: ticket.created,
			updated: ticket.updated,
			submitter: submitter && this.#person(submitter),
			description: ticket.description,
			status: ticket.status,
			resolution: resolutions.find((one) => one === resolution) ?? resolution,
			permissions: inherits ? inheritedPermissions : permissions,
			labels: labels.length > 0 ? labels : noItems,
			assignees: assignees.length > 0 ? assignees : noItems,
		};
	}

	#person(person: Participant): Participant {
		const [name = ''] = namesOf(person);
		const known = this.#people.get(name);
		if (known && isSamePerson(known, person)) return known;
		this.#people.set(name, person);
		return person;
	}
}

interface TicketStore {
	readonly items: ItemStore<Ticket>;
	/** Converts a ticket from the forge to the form in which it is kept. */
	readonly toStored: (ticket: Ticket) => Ticket;
}

/** The tickets of a tracker on the disk. Their `tracker` is the same for all of them and is stored once. */
export function createTicketStore(storage: Storage, tracker: string, log: Log): TicketStore {
	const parts = new SharedParts();
	const items = new ItemStore<Ticket>({
		storage,
		name: ['tickets', tracker],
		what: `tickets of ${tracker}`,
		format: {
			version: 'tickets 4',
			idOf: ({ id }) => id,
			write: withoutDefaults,
			read: (stored, id) => (isStoredTicket(stored) ? parts.share(stored, id) : undefined),
			isOlder,
			shared: {
				read: (stored) => (parts.tracker ??= v.parse(maybe(ShortTracker), stored)),
				write: () => parts.tracker,
			},
		},
		log,
	});
	const toStored = (ticket: Ticket) => {
		parts.tracker ??= ticket.tracker;
		return parts.share(ticket, ticket.id);
	};
	return { items, toStored };
}

const inheritedPermissions = { anonymous: null, submitter: null, user: null };
const noItems: never[] = [];

/** Ignores `tracker`, which is the same for all tickets of a tracker. */
export const hasSameContent = (one: Ticket, other: Ticket): boolean =>
	JSON.stringify({ ...one, tracker: null }) === JSON.stringify({ ...other, tracker: null });

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
	...(permissions === inheritedPermissions ? {} : { permissions }),
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
