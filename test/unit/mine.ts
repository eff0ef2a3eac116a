import { type OwnName, own } from '../../src/forge/own.ts';

/** The name of something that belongs to whoever makes the call of a test. */
export const mine = (name: string): OwnName => own({ owner: '~me', name }, '~me');
