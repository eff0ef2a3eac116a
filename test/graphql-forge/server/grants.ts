/** What a field needs. */
interface Needed {
	readonly scope: string;
	readonly access: 'RO' | 'RW';
}

/**
 * Whether a grant string, such as `todo.sr.ht/TRACKERS:RW todo.sr.ht/PROFILE:RO`, allows what a field of a service
 * needs. An empty one allows everything, and a grant without an access allows reading.
 */
export function allows(grants: string, service: string, { scope, access }: Needed): boolean {
	if (grants === '') return true;
	return grants.split(' ').some((grant) => {
		const [name, granted = 'RO'] = grant.split(':');
		return name === `${service}/${scope}` && (granted === 'RW' || access === 'RO');
	});
}
