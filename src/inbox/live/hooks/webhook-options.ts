import type { Emitter } from '../../../base/emitter.ts';
import type { Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { Received } from '../../../forge/webhooks/delivery.ts';
import type { HookTarget } from '../../../platform/state/watch/watch-source.ts';
import type { WebhookPace } from './service-hooks.ts';

/** What the webhooks of all accounts have in common. */
export interface WebhookOptions {
	/** For all windows. Has the targets at which there may be webhooks. */
	readonly storage: Storage;
	/** Fires for each delivery. */
	readonly deliveries: Emitter<ResourceDelivery>;
	/** Returns the text that the forge displays to the user who pushes. Only for targets with `sync`. */
	readonly answer?: AnswerDelivery | undefined;
	/** Whether the window that led before has received a delivery of a resource. */
	readonly wasDelivered?: (resource: string) => Promise<boolean>;
	readonly secrets: Secrets;
	readonly log: Log;
	readonly pace?: Partial<WebhookPace> | undefined;
	readonly random?: () => number;
}

/** A delivery about a resource. */
export interface ResourceDelivery {
	readonly resource: string;
	readonly received: Received;
}

/** The text of an answer to the webhooks of an account. */
export type AnswerDelivery = (
	account: string,
	target: HookTarget,
	received: Received,
	signal: AbortSignal,
) => Promise<string>;
