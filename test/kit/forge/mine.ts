import { type OwnName, toOwnName } from '../../../src/forge/contract/own-name.ts';

/** The name of a resource that the calling account owns. */
export const mine = (name: string): OwnName => toOwnName({ owner: '~me', name }, '~me');
