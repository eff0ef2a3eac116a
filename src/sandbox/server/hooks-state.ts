import type { Delivery } from '../../forge/shapes/webhooks.ts';
import type { Hook } from './hook-target.ts';

export interface HooksState {
	next: number;
	hooks: Hook[];
	/** The deliveries of each hook by its id, newest first. */
	deliveries: Record<number, Delivery[]>;
	/** The key that signs the deliveries. Missing until the first start. */
	key?: string;
}

export const noHooks = (): HooksState => ({ next: 1, hooks: [], deliveries: {} });
