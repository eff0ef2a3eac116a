import { parseTime } from '../../forge/contract/read.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';

/** An event of the inbox. Times are in milliseconds since 1970. */
export interface InboxEntry {
	readonly event: ForgeEvent;
	/** When this computer first heard of it. */
	readonly addedAt: number;
	/** Undefined while it is unseen. */
	readonly seenAt?: number | undefined;
	/** Whether a rule asks for a notification, and no window has shown it yet. */
	readonly isDue?: boolean | undefined;
	/** When a window began to show the notification. If it is still due a while later, the window has ended. */
	readonly claimedAt?: number | undefined;
}

/** When the event happened. A time after this computer has heard of it is wrong. */
export const happenedAt = ({ event, addedAt }: InboxEntry): number =>
	Math.min(parseTime(event.at) ?? addedAt, addedAt);
