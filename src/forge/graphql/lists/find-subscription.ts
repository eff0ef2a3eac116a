import { ForgeError } from '../../contract/errors.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type SubscriptionData, subscriptions } from './documents.ts';

/** More subscriptions than any account has. */
const maxPages = 100;

/** Subscriptions to lists, without those to anything else. */
export async function readSubscriptions(call: GraphqlCall, cursor: string | undefined) {
	const page = await call.ask(subscriptions, { cursor }, (data) => data.subscriptions);
	return { ...page, results: page.results.filter(({ list }) => list !== undefined) };
}

/** A subscription by its number. The forge finds subscriptions by their lists only, so this reads all until it is found. */
export async function findSubscription(
	call: GraphqlCall,
	subscription: string | number,
): Promise<SubscriptionData & { readonly list: { readonly id: number } }> {
	let cursor: string | undefined;
	for (let count = 0; count < maxPages; count++) {
		const { results, next } = await readSubscriptions(call, cursor);
		const found = results.find(({ id }) => id === Number(subscription));
		if (found?.list) return { ...found, list: found.list };
		if (next === null) break;
		cursor = next;
	}
	// The forge loses some between its pages.
	throw new ForgeError('missing', 'The forge does not list this subscription. Change it in the browser.');
}
