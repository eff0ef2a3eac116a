import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '../../../src/forge/client/connect.ts';
import { listRows } from '../../../src/forge/rows/lists.ts';
import { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import { trackerRows } from '../../../src/forge/rows/trackers.ts';
import { webhookRows } from '../../../src/forge/rows/webhooks.ts';
import { createVerifier, type Delivered } from '../../../src/forge/webhooks/delivery.ts';
import { type Area, type Family, families } from '../../../src/forge/webhooks/families.ts';
import { Queues } from '../../../src/forge/wire/queue.ts';
import { until } from '../../tools/until.ts';
import { plainTransport } from './plain-transport.ts';
import { testWire } from './test-wire.ts';

/** What a forge reports about itself, whether it runs in this process or in another. */
export interface Told {
	readonly addresses: Readonly<Record<Area, string>>;
	readonly users: readonly { readonly name: string; readonly token: string }[];
}

/** The typed calls of the forge's users. */
export function callers(told: () => Told) {
	const network = plainTransport();
	const queues = new Queues();
	const wireOf = (user: string, area: Area) =>
		testWire({
			base: told().addresses[area],
			token: () => told().users.find(({ name }) => name === user)?.token,
			fetch: network.fetch,
			queues,
		});
	const webhooks = (user: string, family: Family) => {
		const path: string = families[family].path;
		return connect(webhookRows(path), wireOf(user, families[family].area));
	};
	return {
		webhooks,

		as: (user: string) => ({
			lists: connect(listRows, wireOf(user, 'lists')),
			repositories: connect(repositoryRows, wireOf(user, 'repositories')),
			trackers: connect(trackerRows, wireOf(user, 'trackers')),
		}),

		/** Creates a hook at a family's path with these parameters. */
		hang(
			user: string,
			family: Family,
			place: Readonly<Record<string, string | number>>,
			hook: { readonly url: string; readonly events: string[]; readonly sync?: boolean },
		): Promise<unknown> {
			return webhooks(user, family).createHook(place, hook);
		},

		dispose: () => network.dispose(),
	};
}

export type Callers = ReturnType<typeof callers>;

interface Heard {
	/** The part of the listener's address that identifies the hook. */
	readonly hook: string;
	readonly delivered: Delivered;
}

/** Listens for deliveries as the extension does, and answers each with a text. */
export async function ear(key: string, answer = '') {
	const verified = createVerifier(key);
	const heard: Heard[] = [];
	const server = createServer(async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part);
		heard.push({
			hook: (request.url ?? '').slice(1),
			delivered: verified(request.headers, Buffer.concat(parts)),
		});
		response.end(answer);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const of = (hook: string) => heard.filter((one) => one.hook === hook).map(({ delivered }) => delivered);
	return {
		urlOf: (hook: string) => `http://127.0.0.1:${port}/${hook}`,
		/** What a hook received. Waits for the first delivery. */
		async told(hook: string): Promise<Delivered[]> {
			await until(() => of(hook).length > 0, { what: `a delivery to ${hook}` });
			return of(hook);
		},
		/** What all hooks have received so far. */
		all: () => heard.map(({ delivered }) => delivered),
		stop: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

export type Ear = Awaited<ReturnType<typeof ear>>;
