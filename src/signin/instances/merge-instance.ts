import { allAddresses, type Instance } from './instance.ts';

const fields = [
	...allAddresses,
	...(['clientId', 'callback', 'callbackPort', 'allowHttp', 'webhookKey'] as const),
] as const;

/** A three-way merge: `mine` and `current` were both made from `base`. A field that differs from it in both is taken from `mine`. */
export function mergeInstance(base: Instance, mine: Instance, current: Instance): Instance {
	const merged = fields.map((field) => {
		const value = mine[field] === base[field] ? current[field] : mine[field];
		return value === undefined ? {} : { [field]: value };
	});
	return Object.assign({ name: mine.name }, ...merged);
}
