import { createHash, createHmac } from 'node:crypto';
import type { Webhook } from '../../../forge/shapes/webhooks.ts';
import type { HookTarget } from '../../../platform/state/watch/watch-source.ts';
import { hookPath } from '../listener/delivery-requests.ts';

/** Identifies the resource of a target. */
export const targetKey = ({ family, params }: HookTarget): string =>
	JSON.stringify([family, ...Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** Identifies a token without revealing it. */
export type TokenId = string & { readonly isTokenId: true };

export const tokenId = (token: string): TokenId =>
	createHash('sha256').update('creator of hooks ').update(token).digest('hex').slice(0, 16) as TokenId;

/**
 * The secret of the path of a target's webhooks: 128 bits that all windows of this installation derive from its key. The forge does not
 * say whether a webhook answers pushes, so those that do have another path. Reasons: docs/decisions/webhook-addresses.md.
 */
export const hookSecret = (key: string, token: TokenId, target: HookTarget): string =>
	createHmac('sha256', Buffer.from(key, 'base64'))
		.update(JSON.stringify(['webhook', token, target.sync ?? false, targetKey(target)]))
		.digest('hex')
		.slice(0, 32);

/** The secrets of both paths that webhooks of a target can have. */
export const hookSecrets = (key: string, token: TokenId, target: HookTarget): readonly string[] =>
	[false, true].map((sync) => hookSecret(key, token, { ...target, sync }));

/** The address that the forge delivers to. `base` is the address of the listener, as the forge reaches it. */
export const hookUrl = (base: string, secret: string): string => base.replace(/\/+$/, '') + hookPath(secret);

/** Whether a webhook has one of these paths, at any base address: no other program or installation knows the secrets. */
export const isOwnHook = ({ url }: Webhook, secrets: readonly string[]): boolean =>
	secrets.some((secret) => url.includes(secret));

/** Whether a webhook has an address. The forge may write the address in another way than it was sent. */
export const isHookAt = ({ url }: Webhook, address: string): boolean => normalize(url) === normalize(address);

const normalize = (url: string): string => (URL.parse(url)?.href ?? url).replace(/\/+$/, '');
