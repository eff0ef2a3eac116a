import { trackerOperations } from '../../../../../src/forge/graphql/trackers/operations.ts';
import { trackerRows } from '../../../../../src/forge/rows/trackers.ts';
import { scriptedClient } from '../scripted-client.ts';

export const ticketData = (id: number) => ({
	...{ id, ref: `#${id}`, title: `Ticket ${id}`, status: 'REPORTED', resolution: 'UNRESOLVED' },
	...{ submitter: { kind: 'User', canonical_name: '~ana' }, labels: [], assignees: [] },
});

export const scriptedTrackers = () => scriptedClient(trackerRows, trackerOperations);
