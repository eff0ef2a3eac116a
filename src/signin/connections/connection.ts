import { neverAborts } from '../../base/abort.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Log } from '../../base/log/log.ts';
import { type Client, connect, type Wire } from '../../forge/client/connect.ts';
import { covers } from '../../forge/contract/covers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { connectGraphql, type Operations } from '../../forge/graphql/connect-graphql.ts';
import { ResourceMemory } from '../../forge/graphql/resource-memory.ts';
import { hubRows } from '../../forge/rows/hub.ts';
import { listExtraRows, listRows } from '../../forge/rows/lists.ts';
import { repositoryExtraRows, repositoryRows } from '../../forge/rows/repositories.ts';
import { trackerExtraRows, trackerRows } from '../../forge/rows/trackers.ts';
import { webhookRows } from '../../forge/rows/webhooks.ts';
import { type Area, type Family, families } from '../../forge/webhooks/families.ts';
import type { Queues } from '../../forge/wire/queue.ts';
import type { Fetch } from '../../forge/wire/transport.ts';
import { wire } from '../../forge/wire/wire.ts';
import { type AddressName, type Instance, plainHosts, type Service } from '../instances/instance.ts';
import { isRestGone, probe } from '../instances/probe.ts';
import { usableHub } from '../instances/usable-hub.ts';
import { loadOperations, scopeServices } from '../methods/graphql-areas.ts';
import type { Session } from '../sessions/session.ts';
import { Losses } from './losses.ts';
import type { Renewal } from './renewal.ts';
import { withRenewal } from './renewal-wire.ts';
import { reportAnswers } from './report-answers.ts';
import { withUpgrade } from './upgrade-wire.ts';

export type { Area };

/** The typed functions of the webhooks of a family. Each takes the parameters of the family's path. */
export type WebhookClient = Client<ReturnType<typeof webhookRows<string>>>;

/** The typed functions of a forge's areas for one account. Areas that the instance does not have are undefined. */
export interface Connection {
	readonly lists: Client<typeof listRows> | undefined;
	readonly repositories: Client<typeof repositoryRows> | undefined;
	readonly trackers: Client<typeof trackerRows> | undefined;
	/** What only GraphQL offers. Undefined in REST. */
	readonly listExtras?: Client<typeof listExtraRows> | undefined;
	readonly repositoryExtras?: Client<typeof repositoryExtraRows> | undefined;
	readonly trackerExtras?: Client<typeof trackerExtraRows> | undefined;
	/** Undefined unless the forge has a hub in the domain of its services, a service uses GraphQL, and the token may read projects. */
	readonly hub: () => Client<typeof hubRows> | undefined;
	/** Whether `git push` does not show the answer of a webhook, as on forges with GraphQL. */
	readonly hidesPushAnswers?: boolean;
	/**
	 * Undefined if the instance does not have the area of the family. Webhooks belong to the token that creates them, so the requests are
	 * sent with the token of this session, which they neither renew nor end.
	 */
	readonly webhooks: (family: Family, session: Session) => WebhookClient | undefined;
	/** Fires when an area of the forge has answered a request, even if it refused the request. */
	readonly onDidAnswer: Event<Area>;
	/** The areas whose last request did not reach the forge. */
	readonly losses: Losses;
}

/** A signed-in account with its forge and the connection to it. */
export interface Account {
	readonly session: Session;
	readonly instance: Instance;
	readonly connection: Connection;
}

interface ConnectionOptions {
	readonly instance: Instance;
	/** The id of the session. */
	readonly id: string;
	/** The services that are asked in GraphQL. */
	readonly graphql?: readonly Service[] | undefined;
	readonly renewal: Renewal;
	readonly fetch: Fetch;
	readonly queues: Queues;
	readonly agent: string;
	readonly log: Log;
}

interface AreaTable<Table> {
	readonly rows: Table;
	readonly load: () => Promise<Operations<Table>>;
}

/** The rows of each area, and how they are asked in GraphQL. */
const areas = {
	lists: { rows: listRows, load: async () => (await loadOperations()).lists },
	repositories: { rows: repositoryRows, load: async () => (await loadOperations()).repositories },
	trackers: { rows: trackerRows, load: async () => (await loadOperations()).trackers },
};

/** What only GraphQL offers. */
const extras = {
	lists: { rows: listExtraRows, load: async () => (await loadOperations()).listExtras },
	repositories: { rows: repositoryExtraRows, load: async () => (await loadOperations()).repositoryExtras },
	trackers: { rows: trackerExtraRows, load: async () => (await loadOperations()).trackerExtras },
};

export function createConnection(options: ConnectionOptions): Connection {
	const { instance, id, graphql = [], renewal, fetch, queues, agent, log } = options;
	const answers = new Emitter<Area>();
	const losses = new Losses();
	/**
	 * Checks whether a service still speaks the dialect that this connection uses, REST or GraphQL. If it speaks only the other one,
	 * reconnects the account or signs it out. Returns the error for the caller; undefined if nothing has changed.
	 */
	const checkDialect = async (service: Area, address: string): Promise<ForgeError | undefined> => {
		const context = { fetch, agent, plainHosts: plainHosts(instance), firstUses: queues.firstUses };
		const finding = await probe(context, service, address, neverAborts);
		if (finding.kind !== 'good')
			return new ForgeError('busy', `${instance.name} is not available at the moment.`, {
				advice: 'Try again in a moment.',
			});
		const isUpgrade = !graphql.includes(service);
		if (finding.graphql !== (isUpgrade ? 'yes' : 'no')) return undefined;
		if (isUpgrade && !(await isRestGone(context, service, address, neverAborts))) return undefined;
		const what = `${instance.name} was ${isUpgrade ? 'upgraded' : 'downgraded'}`;
		log.info(`${what}: its ${service} speak only ${isUpgrade ? 'GraphQL' : 'REST'}`);
		return (await renewal.changeDialect(id, service, isUpgrade))
			? new ForgeError('busy', `${what}.`, { advice: 'Try again in a moment.' })
			: new ForgeError('signed-out', `${what} and needs a new token. Sign in again.`);
	};
	const createPlainWire = (service: AddressName, base: string, token = () => renewal.session(id)?.token) =>
		wire({
			base,
			token,
			fetch,
			queues,
			agent,
			log: log.child(service),
			plainHosts: plainHosts(instance),
		});
	const report = (service: Area, below: Wire) => {
		const didAnswer = () => {
			losses.didAnswer(service);
			answers.fire(service);
		};
		return reportAnswers(below, didAnswer, (error) => losses.didLose(service, error));
	};
	const createWire = (service: Area) => {
		const base = instance[service];
		if (base === undefined) return undefined;
		const renewing = withRenewal(createPlainWire(service, base), instance.name, service, id, renewal);
		return report(
			service,
			withUpgrade(renewing, () => checkDialect(service, base)),
		);
	};
	const wires = {
		lists: createWire('lists'),
		repositories: createWire('repositories'),
		trackers: createWire('trackers'),
	};
	const memory = new ResourceMemory();
	const connectArea = <Table extends Parameters<typeof connect>[0]>(
		area: Area,
		{ rows, load }: AreaTable<Table>,
		areaWire = wires[area],
	) => {
		if (!areaWire) return undefined;
		return graphql.includes(area)
			? connectGraphql(rows, scopeServices[area], load, areaWire, memory)
			: connect(rows, areaWire);
	};
	const connectExtras = <Table extends Parameters<typeof connect>[0]>(area: Area, table: AreaTable<Table>) =>
		graphql.includes(area) ? connectArea(area, table) : undefined;
	const hubAddress = usableHub(instance);
	if (instance.hub !== hubAddress)
		log.info(`The hub of ${instance.name} is in another domain than its services and is not used`);
	// Without renewal, because a hub that refuses the token must not end the session.
	const hub =
		graphql.length > 0 && hubAddress !== undefined
			? connectGraphql(
					hubRows,
					scopeServices.hub,
					async () => (await loadOperations()).hub,
					createPlainWire('hub', hubAddress),
					memory,
				)
			: undefined;
	const mayReadProjects = () => {
		const scopes = renewal.session(id)?.scopes;
		return scopes == null || covers(scopes, `${scopeServices.hub}/PROJECTS:RO`);
	};
	return {
		lists: connectArea('lists', areas.lists),
		repositories: connectArea('repositories', areas.repositories),
		trackers: connectArea('trackers', areas.trackers),
		listExtras: connectExtras('lists', extras.lists),
		repositoryExtras: connectExtras('repositories', extras.repositories),
		trackerExtras: connectExtras('trackers', extras.trackers),
		hub: () => (mayReadProjects() ? hub : undefined),
		hidesPushAnswers: graphql.includes('repositories'),
		webhooks: (family, { token }) => {
			const { area, path }: { readonly area: Area; readonly path: string } = families[family];
			const base = instance[area];
			if (base === undefined) return undefined;
			const load = async () => (await loadOperations()).webhooks(family);
			const areaWire = report(
				area,
				createPlainWire(area, base, () => token),
			);
			return connectArea(area, { rows: webhookRows(path), load }, areaWire);
		},
		onDidAnswer: answers.event,
		losses,
	};
}
