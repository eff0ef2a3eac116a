import { listAddress, mailAddress, patchsetAddress } from '../../platform/model/keys.ts';
import { listOf, type PatchesTarget } from './patches-target.ts';

/** The address of the web page of a target. `base` is the address of the forge's lists. */
export function targetAddress(base: string, target: PatchesTarget): string {
	if (target.kind === 'list') return listAddress(base, target.key);
	if (target.kind === 'patchset') return patchsetAddress(base, target.key);
	const list = listOf(target);
	// A mail without a Message-ID has no page.
	return target.message.startsWith('<') ? mailAddress(base, list, target.message) : listAddress(base, list);
}
