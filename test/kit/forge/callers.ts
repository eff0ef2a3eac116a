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
import { startListener } from './webhook-listener.ts';

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

/** Listens for deliveries as the extension does, and answers each with a text. */
export async function ear(key: string, text = '') {
	const verified = createVerifier(key);
	const { url, answering, stop } = await startListener();
	const heard: { readonly path: string; readonly delivered: Delivered }[] = [];
	answering.answer = (response, { path, headers, bytes }) => {
		heard.push({ path, delivered: verified(headers, bytes) });
		response.end(text);
	};
	const of = (hook: string) =>
		heard.filter(({ path }) => path === `/${hook}`).map(({ delivered }) => delivered);
	return {
		urlOf: (hook: string) => url + hook,
		/** What a hook received. Waits for the first delivery. */
		async told(hook: string): Promise<Delivered[]> {
			await until(() => of(hook).length > 0, { what: `a delivery to ${hook}` });
			return of(hook);
		},
		/** What every hook received so far, in its order. */
		all: () => heard.map(({ delivered }) => delivered),
		stop,
	};
}

export type Ear = Awaited<ReturnType<typeof ear>>;
