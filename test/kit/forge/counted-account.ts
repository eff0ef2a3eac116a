import { Emitter } from '../../../src/base/emitter.ts';
import type { Lifetime } from '../../../src/base/lifetime.ts';
import { connect } from '../../../src/forge/client/connect.ts';
import { connectGraphql, type Operations } from '../../../src/forge/graphql/connect-graphql.ts';
import { hubOperations } from '../../../src/forge/graphql/hub/operations.ts';
import { listExtraOperations } from '../../../src/forge/graphql/lists/extra-operations.ts';
import { listOperations } from '../../../src/forge/graphql/lists/operations.ts';
import { repositoryExtraOperations } from '../../../src/forge/graphql/repositories/extra-operations.ts';
import { repositoryOperations } from '../../../src/forge/graphql/repositories/operations.ts';
import { ResourceMemory } from '../../../src/forge/graphql/resource-memory.ts';
import { trackerExtraOperations } from '../../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerOperations } from '../../../src/forge/graphql/trackers/operations.ts';
import { webhookOperations } from '../../../src/forge/graphql/webhooks/operations.ts';
import { hubRows } from '../../../src/forge/rows/hub.ts';
import { listExtraRows, listRows } from '../../../src/forge/rows/lists.ts';
import { repositoryExtraRows, repositoryRows } from '../../../src/forge/rows/repositories.ts';
import { trackerExtraRows, trackerRows } from '../../../src/forge/rows/trackers.ts';
import { webhookRows } from '../../../src/forge/rows/webhooks.ts';
import { families } from '../../../src/forge/webhooks/families.ts';
import { Queues } from '../../../src/forge/wire/queue.ts';
import type { Fetch } from '../../../src/forge/wire/transport.ts';
import type { Account, Area } from '../../../src/signin/connections/connection.ts';
import { Losses } from '../../../src/signin/connections/losses.ts';
import { reportAnswers } from '../../../src/signin/connections/report-answers.ts';
import type { Instance } from '../../../src/signin/instances/instance.ts';
import { scopeServices } from '../../../src/signin/methods/graphql-areas.ts';
import { session } from '../window/sessions.ts';
import { plainTransport } from './plain-transport.ts';
import { testWire } from './test-wire.ts';

export type OnRequest = (...asked: Parameters<Fetch>) => unknown;

interface AccountFacts {
	readonly instance: Instance & Readonly<Record<Area, string>>;
	/** The user name, with the tilde. */
	readonly me: string;
	readonly token: string;
	/** Whether all areas are asked in GraphQL. */
	readonly isGraphql?: boolean;
	/** Called before each request is sent. May answer it in place of the forge. */
	readonly onRequest?: OnRequest;
}

/** A signed-in account, whose requests are counted where they leave the process. */
export function countedAccount(
	{ instance, me, token, isGraphql = false, onRequest }: AccountFacts,
	lifetime: Lifetime,
) {
	const network = lifetime.add(plainTransport());
	const queues = new Queues();
	const answers = new Emitter<Area>();
	const wireTo = (base: string) =>
		testWire({
			base,
			token: () => token,
			fetch: async (...asked) => {
				const answer = onRequest?.(...asked);
				if (typeof answer !== 'object' || answer === null) return network.fetch(...asked);
				return { status: 200, bytes: Buffer.from(JSON.stringify(answer)), header: () => null };
			},
			queues,
		});
	const area = (name: Area) => reportAnswers(wireTo(instance[name]), () => answers.fire(name));
	const wires = { lists: area('lists'), repositories: area('repositories'), trackers: area('trackers') };
	const memory = new ResourceMemory();
	const graphql = <Table extends Parameters<typeof connect>[0]>(
		name: Area,
		rows: Table,
		operations: Operations<Table>,
	) => connectGraphql(rows, scopeServices[name], async () => operations, wires[name], memory);
	const hub =
		instance.hub === undefined
			? undefined
			: connectGraphql(hubRows, scopeServices.hub, async () => hubOperations, wireTo(instance.hub), memory);
	const inRest = {
		lists: connect(listRows, wires.lists),
		repositories: connect(repositoryRows, wires.repositories),
		trackers: connect(trackerRows, wires.trackers),
		hub: () => undefined,
		webhooks: (family: keyof typeof families) =>
			connect(webhookRows<string>(families[family].path), wires[families[family].area]),
	};
	const inGraphql = {
		lists: graphql('lists', listRows, listOperations),
		repositories: graphql('repositories', repositoryRows, repositoryOperations),
		trackers: graphql('trackers', trackerRows, trackerOperations),
		listExtras: graphql('lists', listExtraRows, listExtraOperations),
		repositoryExtras: graphql('repositories', repositoryExtraRows, repositoryExtraOperations),
		trackerExtras: graphql('trackers', trackerExtraRows, trackerExtraOperations),
		hub: () => hub,
		webhooks: (family: keyof typeof families) =>
			graphql(families[family].area, webhookRows<string>(families[family].path), webhookOperations(family)),
	};
	const connection = {
		...(isGraphql ? inGraphql : inRest),
		...{ onDidAnswer: answers.event, losses: new Losses() },
	};
	const account: Account = {
		session: { ...session, id: me.slice(1), instance: instance.name, account: me, token },
		...{ instance, connection },
	};
	return { account, connection };
}
