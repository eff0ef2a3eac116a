import type { Answer, EndpointRow } from '../../../../src/forge/contract/row.ts';
import { connectGraphql, type Operations } from '../../../../src/forge/graphql/connect-graphql.ts';
import { answer, stage } from '../server.ts';

/** What a client sent. A request without a body has its path as the document. */
interface Sent {
	readonly document: string;
	readonly variables: Readonly<Record<string, unknown>>;
}

/** An answer of a scripted server with another status than 200. */
export class Refused {
	readonly status: number;
	readonly message: string;

	constructor(status: number, message = '') {
		this.status = status;
		this.message = message;
	}
}

/** The typed functions of an area, on a server whose answers are given. */
export function scriptedClient<
	Table extends Readonly<Record<string, EndpointRow<string, unknown, Answer<unknown>>>>,
>(table: Table, operations: Operations<Table>) {
	const { serve, wireTo } = stage();
	return {
		async open(...bodies: readonly unknown[]) {
			const server = await serve((_, response, nth) => {
				const body = bodies[nth] ?? {};
				if (body instanceof Refused) answer(response, body.status, { errors: [{ message: body.message }] });
				else answer(response, 200, body);
			});
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
