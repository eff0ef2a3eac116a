import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';

const { ListAddresses } = await import('../../../../src/review/commands/list-addresses.ts');

/** The addresses of lists, with what the user has decided in a window with this storage. */
export const listAddresses = (storage = memoryStorage()) =>
	new ListAddresses(storage, new Lifetime(), readable().log);
