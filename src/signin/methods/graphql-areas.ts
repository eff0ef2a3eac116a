import type { Area, Family } from '../../forge/webhooks/families.ts';
import type { AddressName } from '../instances/instance.ts';

/** The names of the services in scopes, at every forge. */
export const scopeServices: Readonly<Record<AddressName, string>> = {
	identity: 'meta.sr.ht',
	lists: 'lists.sr.ht',
	repositories: 'git.sr.ht',
	trackers: 'todo.sr.ht',
	hub: 'hub.sr.ht',
};

export const loadHubOperations = async () =>
	(await import('../../forge/graphql/hub/operations.ts')).hubOperations;

export const loadListOperations = async () =>
	(await import('../../forge/graphql/lists/operations.ts')).listOperations;

export const loadListExtraOperations = async () =>
	(await import('../../forge/graphql/lists/extra-operations.ts')).listExtraOperations;

export const loadRepositoryOperations = async () =>
	(await import('../../forge/graphql/repositories/operations.ts')).repositoryOperations;

export const loadRepositoryExtraOperations = async () =>
	(await import('../../forge/graphql/repositories/extra-operations.ts')).repositoryExtraOperations;

export const loadTrackerOperations = async () =>
	(await import('../../forge/graphql/trackers/operations.ts')).trackerOperations;

export const loadTrackerExtraOperations = async () =>
	(await import('../../forge/graphql/trackers/extra-operations.ts')).trackerExtraOperations;

export const loadWebhookOperations = async (family: Family) =>
	(await import('../../forge/graphql/webhooks/operations.ts')).webhookOperations(family);

interface GraphqlArea {
	readonly loadOperations: () => Promise<
		Readonly<Record<string, { readonly scopes: readonly string[] } | null>>
	>;
	/** Fields that older versions of the service do not have, by type. */
	readonly neededFields: Readonly<Record<string, readonly string[]>>;
}

/** The areas that Tildeforge can use in GraphQL. An area that also speaks REST is asked in REST until it is here. */
export const graphqlAreas: Readonly<Partial<Record<Area, GraphqlArea>>> = {
	lists: {
		loadOperations: async () => ({
			...(await loadListOperations()),
			...(await loadListExtraOperations()),
		}),
		// Before `message`, a mail could not be found by its Message-ID, and REST can search mails.
		neededFields: { User: ['list', 'lists'], MailingList: ['message', 'defaultACL'] },
	},
	repositories: {
		loadOperations: async () => ({
			...(await loadRepositoryOperations()),
			...(await loadRepositoryExtraOperations()),
		}),
		// Before `size`, files had no addresses of their own.
		neededFields: { User: ['repository', 'repositories'], Blob: ['size'] },
	},
	trackers: {
		loadOperations: async () => ({
			...(await loadTrackerOperations()),
			...(await loadTrackerExtraOperations()),
		}),
		neededFields: {
			User: ['tracker', 'trackers'],
			Tracker: ['visibility', 'defaultACL', 'label'],
		},
	},
};
