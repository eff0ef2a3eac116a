import type { Area } from '../../forge/webhooks/families.ts';
import type { AddressName } from '../instances/instance.ts';

/** The names of the services in scopes, at every forge. */
export const scopeServices: Readonly<Record<AddressName, string>> = {
	identity: 'meta.sr.ht',
	lists: 'lists.sr.ht',
	repositories: 'git.sr.ht',
	trackers: 'todo.sr.ht',
	hub: 'hub.sr.ht',
};

/** Loads how everything is requested in GraphQL. */
export const loadOperations = async () => (await import('./graphql-operations.ts')).operations;

/** Fields that older versions of each service do not have, by type. */
export const neededFields: Readonly<Record<Area, Readonly<Record<string, readonly string[]>>>> = {
	// Before `message`, a mail could not be found by its Message-ID, and REST can search mails.
	lists: { User: ['list', 'lists'], MailingList: ['message', 'defaultACL'] },
	// Before `size`, files had no addresses of their own.
	repositories: { User: ['repository', 'repositories'], Blob: ['size'] },
	trackers: { User: ['tracker', 'trackers'], Tracker: ['visibility', 'defaultACL', 'label'] },
};
