import { allServices, type Instance } from './instance.ts';

const fields = [
	...allServices,
	...(['clientId', 'callback', 'callbackPort', 'allowHttp', 'webhookKey'] as const),
] as const;

/**
 * Applies to `mine`, which was made from `base`, what differs in `current`, a newer version of `base`. A field that differs in both stays as
 * it is in `mine`.
 */
export function mergeInstance(base: Instance, mine: Instance, current: Instance): Instance {
	const merged = fields.map((field) => {
		const source = mine[field] === base[field] ? current : mine;
		return source[field] === undefined ? {} : { [field]: source[field] };
	});
	return Object.assign({ name: mine.name }, ...merged);
}
