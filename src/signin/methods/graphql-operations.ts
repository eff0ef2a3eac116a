import { hubOperations } from '../../forge/graphql/hub/operations.ts';
import { listExtraOperations } from '../../forge/graphql/lists/extra-operations.ts';
import { listOperations } from '../../forge/graphql/lists/operations.ts';
import { repositoryExtraOperations } from '../../forge/graphql/repositories/extra-operations.ts';
import { repositoryOperations } from '../../forge/graphql/repositories/operations.ts';
import { trackerExtraOperations } from '../../forge/graphql/trackers/extra-operations.ts';
import { trackerOperations } from '../../forge/graphql/trackers/operations.ts';
import { webhookOperations } from '../../forge/graphql/webhooks/operations.ts';

/** How the rows of each table are requested in GraphQL. Loaded when a forge speaks it. */
export const operations = {
	hub: hubOperations,
	lists: listOperations,
	listExtras: listExtraOperations,
	repositories: repositoryOperations,
	repositoryExtras: repositoryExtraOperations,
	trackers: trackerOperations,
	trackerExtras: trackerExtraOperations,
	webhooks: webhookOperations,
};
