import { Emitter } from '../../../src/base/emitter.ts';
import type { ResourceDelivery } from '../../../src/inbox/live/hooks/webhook-options.ts';
import type { Inbox } from '../../../src/inbox/state/inbox.ts';

/** Live updates of a window that has no webhooks, so that its inbox polls. */
export const liveWithoutWebhooks = (): Parameters<typeof Inbox.open>[0]['live'] => ({
	setResources: () => {},
	setFocus: () => {},
	retryRefused: () => {},
	didMiss: () => {},
	isLeading: false,
	stateOf: () => ({ kind: 'none', why: '' }),
	onDidChange: new Emitter<void>().event,
	onDidReceive: new Emitter<ResourceDelivery>().event,
});
