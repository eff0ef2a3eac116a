import {
	type Concern,
	type ForgeEvent,
	listKinds,
	repositoryKinds,
	ticketKinds,
} from '../../platform/model/forge-events.ts';
import { nameOfPlace } from './places.ts';

export const actions = ['ignore', 'inbox', 'notify'] as const;

/** What happens to an event: it stays out of the inbox, enters it, or also raises a notification. */
export type Action = (typeof actions)[number];

type EventKind = ForgeEvent['kind'];

export const eventKinds: readonly EventKind[] = [...ticketKinds, ...listKinds, ...repositoryKinds];

/** A rule of the setting `tildeforge.inbox.rules`. It matches an event if all its conditions do. */
export interface Rule {
	/** Why the event concerns the user. */
	readonly reason?: Concern | undefined;
	readonly event?: EventKind | undefined;
	/** The tracker, list or repository: `~ana/editor`. */
	readonly place?: string | undefined;
	readonly action: Action;
}

/**
 * Decides about an event. The last matching rule wins, so that a rule can be added to override others. Without one, the events that concern
 * the user enter the inbox, and none raises a notification. The user's own actions never enter. `me` is the user's name, with the tilde.
 */
export function actionFor(event: ForgeEvent, rules: readonly Rule[], me: string): Action {
	if (event.by === me) return 'ignore';
	const byDefault = event.concerns.length > 0 ? 'inbox' : 'ignore';
	return rules.findLast((rule) => matches(rule, event))?.action ?? byDefault;
}

const matches = (rule: Rule, { concerns, kind, place }: ForgeEvent): boolean =>
	(rule.reason === undefined || concerns.includes(rule.reason)) &&
	(rule.event === undefined || rule.event === kind) &&
	(rule.place === undefined || rule.place === nameOfPlace(place));

/**
 * The rule that *Mute This* adds after `rule`. Events of the same kind and place that `rule` notifies about still enter the inbox, but raise no
 * notification. It has the reason of `rule`, so that it lets in nothing that another rule keeps out. Undefined if `rule` raises no notification
 * about events of this kind and place.
 */
export function muteRule(rule: Rule, event: ForgeEvent): Rule | undefined {
	const { reason, event: kind = event.kind, place = nameOfPlace(event.place), action } = rule;
	if (action !== 'notify' || kind !== event.kind || place !== nameOfPlace(event.place)) return undefined;
	return { ...(reason && { reason }), event: kind, place, action: 'inbox' };
}
