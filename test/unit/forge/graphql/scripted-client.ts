import type { Answer, Row } from '../../../../src/forge/contract/row.ts';
import { connectGraphql, type Operations } from '../../../../src/forge/graphql/connect-graphql.ts';
import { answer, stage } from '../server.ts';

/** What a client sent. A request without a body has its path as the document. */
interface Sent {
	readonly document: string;
	readonly variables: Readonly<Record<string, unknown>>;
}

/** The typed functions of an area, on a server whose answers are given. */
export function scriptedClient<Table extends Readonly<Record<string, Row<string, unknown, Answer<unknown>>>>>(
	table: Table,
	operations: Operations<Table>,
) {
	const { serve, wireTo } = stage();
	return {
		async open(...bodies: readonly unknown[]) {
			const server = await serve((_, response, nth) => answer(response, 200, bodies[nth] ?? {}));
			const client = connectGraphql(table, 'area.test', async () => operations, wireTo(server.address));
			const sent = (): readonly Sent[] =>
				server.asked.map(({ body, url }) => {
					if (body === '') return { document: url, variables: {} };
					const { query, variables = {} } = JSON.parse(body);
					return { document: query, variables };
				});
			return { client, sent };
		},
	};
}
