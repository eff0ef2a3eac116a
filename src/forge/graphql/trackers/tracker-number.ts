import type { GraphqlCall, OwnerParams } from '../graphql-call.ts';
import { trackerNumber } from './documents.ts';

export interface TrackerParams extends OwnerParams {
	readonly tracker: string | number;
}

export interface TicketParams extends TrackerParams {
	readonly ticket: string | number;
}

export const trackerVariables = ({ tracker }: TrackerParams) => ({ tracker: String(tracker) });

export const ticketVariables = ({ tracker, ticket }: TicketParams) => ({
	tracker: String(tracker),
	ticket: Number(ticket),
});

const keyOf = ({ owner, tracker }: TrackerParams) =>
	`tracker ${String(owner ?? '').replace(/^~/, '')}/${tracker}`;

/** Remembers the number of a tracker that a read has shown. */
export function learnTracker<T extends { readonly id: number }>(
	call: GraphqlCall,
	params: TrackerParams,
	tracker: T,
): T {
	call.numbers.learn(keyOf(params), tracker.id);
	return tracker;
}

/** The number that the tracker of this name has now. Deleting or renaming uses this number, not a remembered one. */
export const findTracker = (call: GraphqlCall, params: TrackerParams): Promise<number> =>
	call.askOwner(trackerNumber, params, trackerVariables(params), ({ tracker }) => tracker?.id);

/** Makes a change in a tracker, whose number is looked up if no read has shown it. */
export const useTracker = <T>(
	call: GraphqlCall,
	params: TrackerParams,
	change: (tracker: number) => Promise<T>,
): Promise<T> => call.numbers.use(keyOf(params), () => findTracker(call, params), change);
