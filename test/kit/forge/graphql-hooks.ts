import { connectGraphql } from '../../../src/forge/graphql/connect-graphql.ts';
import { webhookOperations } from '../../../src/forge/graphql/webhooks/operations.ts';
import { webhookRows } from '../../../src/forge/rows/webhooks.ts';
import { type Area, type Family, families } from '../../../src/forge/webhooks/families.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { ear } from './callers.ts';
import { startGraphqlArea } from './graphql-area.ts';
import { plainTransport } from './plain-transport.ts';
import { testWire } from './test-wire.ts';

/** An area that has GraphQL alone, for the tests of a `describe`, and a program that receives what its webhooks deliver. */
export function graphqlHooks(name: Area, ...quirks: readonly Quirk[]) {
	const network = plainTransport();
	let started: Awaited<ReturnType<typeof start>> | undefined;
	const start = async () => {
		const area = await startGraphqlArea(name, ...quirks);
		return { area, listener: await ear(area.hooks.sender.publicKey) };
	};
	const current = () => {
		if (!started) throw new Error('The area is started before each test.');
		return started;
	};
	beforeEach(async () => {
		started = await start();
	});
	afterEach(async () => {
		await started?.listener.stop();
		await started?.area.stop();
		started = undefined;
	});
	after(() => network.dispose());

	const heard = async () => {
		const { area, listener } = current();
		await area.hooks.settled();
		return listener.all();
	};
	return {
		area: () => current().area,
		urlOf: (hook: string) => current().listener.urlOf(hook),
		/** The typed functions of a family. By default, its owner calls them. */
		clientOf: (family: Family, token = current().area.token('owner')) =>
			connectGraphql(
				webhookRows<string>(families[family].path),
				'area.test',
				async () => webhookOperations(family),
				testWire({ base: current().area.address, token: () => token, fetch: network.fetch }),
			),
		/** All deliveries so far. */
		heard,
		/** The events of all deliveries so far, with what a test compares of their bodies. */
		events: async () =>
			(await heard()).map((one) => {
				if (one.kind !== 'event') return [one.kind];
				return [one.event, JSON.parse(JSON.stringify(one.body))];
			}),
	};
}
