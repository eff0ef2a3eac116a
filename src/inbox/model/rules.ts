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

const matches = ({ reason, event, place }: Rule, { concerns, kind, place: its }: ForgeEvent): boolean =>
	(reason === undefined || concerns.includes(reason)) &&
	(event === undefined || event === kind) &&
	(place === undefined || place === nameOfPlace(its));

/**
 * The rule that *Mute This* adds after a rule that shows notifications: such events of this place that the latter matches still enter the
 * inbox, but raise no notification. It has the same reason, so that it brings in nothing that another rule keeps out. Undefined after other
 * rules.
 */
export function muteRule({ action, reason, ...rule }: Rule, { kind, place }: ForgeEvent): Rule | undefined {
	const name = nameOfPlace(place);
	const { event = kind, place: its = name } = rule;
	if (action !== 'notify' || event !== kind || its !== name) return undefined;
	return { ...(reason && { reason }), event, place: its, action: 'inbox' };
}
