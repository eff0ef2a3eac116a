import { Queues } from '../../../src/forge/wire/queue.ts';
import { type WireOptions, wire } from '../../../src/forge/wire/wire.ts';

/** A wire to a service on this machine. By default, it shares its queues with no other wire. */
export const testWire = (options: Omit<WireOptions, 'queues' | 'agent'> & Partial<WireOptions>) =>
	wire({ queues: new Queues(), agent: 'Tildeforge/test', ...options });
