import type { Secrets } from '../base/secrets.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import type { Storage } from '../platform/state/store/storage.ts';
import { type SecretStore, SessionKey } from '../signin/sessions/session-key.ts';

interface HookStorageOptions {
	readonly forges: Pick<AccountSource, 'caches' | 'isTemporary'>;
	readonly context: { readonly secrets: SecretStore };
	readonly secrets: Secrets;
	/** For what cannot be read from the forge again. */
	readonly permanent: Storage;
}

export interface HookStorage {
	/** Undefined for an account that ends with this window. */
	readonly storageOf: (account: string) => Storage | undefined;
	/** Where hooks are stored that could not be removed when an account signed out. */
	readonly left: Storage;
	/** The key that encrypts what is stored. */
	readonly key: () => Promise<string | undefined>;
	readonly secrets: Secrets;
}

/** Where what is known of the webhooks of each account is stored. */
export function hookStorage({ forges, context, secrets, permanent }: HookStorageOptions): HookStorage {
	const sessionKey = new SessionKey(context.secrets, secrets);
	return {
		storageOf: (id) => (forges.isTemporary(id) ? undefined : forges.caches.of(id)),
		left: permanent,
		key: () => sessionKey.get(),
		secrets,
	};
}
