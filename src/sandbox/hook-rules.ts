import { isLoopback } from '../forge/contract/address.ts';
import type { Family } from '../forge/webhooks/families.ts';
import type { Lists } from './lists/lists.ts';
import type { Repositories } from './repositories/repositories.ts';
import type { Accounts } from './server/accounts.ts';
import type { HooksOptions } from './server/hooks.ts';
import { Refusal } from './server/refusal.ts';
import type { Trackers } from './trackers/trackers.ts';

/** The area that checks the hooks of each family. */
export type Checks = Readonly<Record<Family, Lists | Repositories | Trackers>>;

/** Answers the questions of webhooks to the rest of the forge. `isOwnPort` says whether a port of this machine belongs to the forge. */
export function hookRules(accounts: Accounts, checks: () => Checks, isOwnPort: (port: number) => boolean) {
	const check: HooksOptions['check'] = (family, params, caller) =>
		checks()[family].check(family, params, caller);
	return {
		isTokenValid: (token) => accounts.hookCaller(token) !== undefined,
		check,
		maySee: (family, params, token) => {
			const caller = accounts.hookCaller(token);
			try {
				if (caller) check(family, params, caller);
				return caller !== undefined;
			} catch (error) {
				if (error instanceof Refusal) return false;
				throw error;
			}
		},
		mayReach: (url) => {
			const { hostname, port, protocol } = new URL(url);
			return isLoopback(hostname) && !isOwnPort(Number(port || (protocol === 'https:' ? 443 : 80)));
		},
		canonicalOwner: (owner) => {
			const found = accounts.findByEmail(owner);
			return found ? `~${found.name}` : owner;
		},
	} satisfies Partial<HooksOptions>;
}
