import { count } from '../../../base/text/numbers.ts';
import { hostOf } from '../../../platform/model/addresses.ts';
import { joinWords } from '../../../platform/model/words.ts';
import type { ResourceState } from '../live-state.ts';

/** Why a resource is not live, and which changes it does not report; undefined if there is nothing to say. */
export function detailOf(resource: ResourceState): string | undefined {
	const { hook, poll, state, server } = resource;
	const failure = state === 'offline' ? `${serverName(server)} cannot be reached.` : poll?.failure?.why;
	// What cannot be read cannot be registered either, and the reason is the same or older.
	const isExplained = failure !== undefined && hook.kind === 'pending';
	const sentences = new Set([
		failure,
		isExplained ? undefined : whyNotLive(resource),
		refusedEvents(resource.hook),
	]);
	return [...sentences].filter(Boolean).join(' ') || undefined;
}

/** Undefined if it is live. */
export function whyNotLive({ hook }: ResourceState): string | undefined {
	if (hook.kind === 'pending') return hook.why ?? 'Webhooks are being registered.';
	if (hook.kind !== 'registered') return hook.why;
	if (hook.isLive) return undefined;
	if (!hook.hasKey) {
		return "Webhooks arrive, but without the forge's key they cannot be trusted. Add webhookKey to tildeforge.instances.";
	}
	if (hook.mayHaveMissed) return 'Some deliveries may have been lost. None has arrived since.';
	const hasDelivered = hook.deliveredAt !== undefined;
	const refused = hasDelivered ? refusedEvents(hook) : undefined;
	return refused ?? 'Its webhooks are waiting for the first change there.';
}

function refusedEvents(hook: ResourceState['hook']): string | undefined {
	if (hook.kind !== 'registered' || hook.refusedEvents.length === 0) return undefined;
	const what = new Set(hook.refusedEvents.map((event) => eventNames[event] ?? event));
	return `This forge sends no webhooks for ${joinWords([...what])}.`;
}

/** What webhooks report, by the names of their events. */
const eventNames: Readonly<Record<string, string>> = {
	'email:received': 'mails',
	'list:create': 'new mailing lists',
	'list:update': 'changes of mailing lists',
	'subscription:create': 'subscriptions',
	'subscription:remove': 'ended subscriptions',
	'patchset:received': 'patchsets',
	'post:received': 'posts',
	'repo:create': 'new repositories',
	'repo:update': 'changes of repositories',
	'repo:delete': 'deleted repositories',
	'repo:post-update': 'pushes',
	'tracker:create': 'new trackers',
	'tracker:update': 'changes of trackers',
	'tracker:delete': 'deleted trackers',
	'label:create': 'new labels',
	'label:delete': 'deleted labels',
	'ticket:create': 'new tickets',
	'ticket:update': 'changes of tickets',
	'event:create': 'comments',
};

/** For use after `every`: `30 seconds`, `minute`, `2 minutes`. */
export function interval(ms: number): string {
	const seconds = Math.max(5, Math.round(ms / 5000) * 5);
	if (seconds < 60) return count(seconds, 'second');
	const minutes = Math.round(seconds / 60);
	return minutes === 1 ? 'minute' : count(minutes, 'minute');
}

export const serverName = (server: string): string => hostOf(server) || server;
