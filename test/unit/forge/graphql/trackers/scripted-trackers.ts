import { connectGraphql } from '../../../../../src/forge/graphql/connect-graphql.ts';
import { trackerOperations } from '../../../../../src/forge/graphql/trackers/operations.ts';
import { trackerRows } from '../../../../../src/forge/rows/trackers.ts';
import { answer, stage } from '../../server.ts';

/** What a client sent: the first word that names what was asked for, and the variables. */
interface Sent {
	readonly document: string;
	readonly variables: Readonly<Record<string, unknown>>;
}

export const ticketData = (id: number) => ({
	...{ id, ref: `#${id}`, title: `Ticket ${id}`, status: 'REPORTED', resolution: 'UNRESOLVED' },
	...{ submitter: { kind: 'User', canonical_name: '~ana' }, labels: [], assignees: [] },
});

/** The typed functions of trackers, on a server whose answers are given. */
export function scriptedTrackers() {
	const { serve, wireTo } = stage();
	return {
		async open(...bodies: readonly unknown[]) {
			const server = await serve((_, response, nth) => answer(response, 200, bodies[nth] ?? {}));
			const client = connectGraphql(
				trackerRows,
				'todo.sr.ht',
				async () => trackerOperations,
				wireTo(server.address),
			);
			const sent = (): readonly Sent[] =>
				server.asked.map(({ body }) => {
					const { query, variables = {} } = JSON.parse(body);
					return { document: query, variables };
				});
			return { client, sent };
		},
	};
}
