import type { Client } from '../../../forge/client/connect.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { webhookRows } from '../../../forge/rows/webhooks.ts';
import type { Delivery } from '../../../forge/shapes/webhooks.ts';

type WebhookCalls = Client<ReturnType<typeof webhookRows<string>>>;

interface LastDelivery {
	readonly hook: number;
	readonly delivery: Delivery;
}

/** Asks the forge to send the newest delivery of some hooks of one target again. */
export async function redeliverLast(
	calls: WebhookCalls,
	params: Readonly<Record<string, string>>,
	hooks: readonly number[],
	signal: AbortSignal,
): Promise<void> {
	let last: LastDelivery | undefined;
	for (const hook of hooks) {
		const delivery = await newestOf(calls, params, hook, signal);
		if (delivery && (!last || delivery.created > last.delivery.created)) last = { hook, delivery };
	}
	if (!last) throw new ForgeError('missing', 'The forge no longer has a delivery that it could send again.');
	await calls.redeliver({ ...params, hook: last.hook, delivery: last.delivery.id }, { signal });
}

/** Forges list the newest delivery first. */
async function newestOf(
	calls: WebhookCalls,
	params: Readonly<Record<string, string>>,
	hook: number,
	signal: AbortSignal,
): Promise<Delivery | undefined> {
	for await (const { rows } of calls.deliveries({ ...params, hook }, { signal })) return rows[0];
	return undefined;
}
