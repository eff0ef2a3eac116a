import { ForgeError } from '../../contract/errors.ts';
import { findInPages } from '../find-in-pages.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type SubscriptionData, subscriptions } from './documents.ts';

const askPage = (call: GraphqlCall, cursor: string | undefined) =>
	call.ask(subscriptions, { cursor }, (data) => data.subscriptions);

/** Subscriptions to lists, without those to anything else. */
export async function readSubscriptions(call: GraphqlCall, cursor: string | undefined) {
	const page = await askPage(call, cursor);
	return { ...page, results: page.results.filter(({ list }) => list !== undefined) };
}

/** A subscription by its number. The forge finds subscriptions by their lists only, so this reads all until it is found. */
export async function findSubscription(
	call: GraphqlCall,
	subscription: string | number,
): Promise<SubscriptionData & { readonly list: { readonly id: number } }> {
	const found = await findInPages(
		call,
		(cursor) => askPage(call, cursor),
		({ id }) => id === Number(subscription),
	);
	if (found?.list) return { ...found, list: found.list };
	// The forge loses some between its pages.
	throw new ForgeError('missing', 'The forge does not list this subscription. Change it in the browser.');
}
