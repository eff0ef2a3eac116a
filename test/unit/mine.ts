import { type OwnName, own } from '../../src/forge/own.ts';

/** The name of a resource that the calling account owns. */
export const mine = (name: string): OwnName => own({ owner: '~me', name }, '~me');
