/** Scope names of newer servers, with the contract's names for them. */
const names: Readonly<Record<string, string>> = {
	email: 'emails',
	repositories: 'info',
	objects: 'data',
	subscriptions: 'subs',
};

const accesses: Readonly<Record<string, string>> = { ro: 'read', rw: 'write' };

/**
 * Returns a scope in the contract's words: without the service that some servers put before it (`todo.sr.ht/tickets:write`), and with the
 * contract's names for those of newer servers (`todo.sr.ht/TICKETS:RW`). A scope that names no access means read.
 */
export function plainScope(written: string): string {
	if (written === '*') return '*';
	const [name = '', access = 'read'] = written
		.slice(written.lastIndexOf('/') + 1)
		.toLowerCase()
		.split(':');
	return `${names[name] ?? name}:${accesses[access] ?? access}`;
}

/** Returns a scope in the contract's words, with its service if it names one: several services have a `PROFILE`. */
export function scopeWithService(written: string): string {
	const service = written.slice(0, written.lastIndexOf('/') + 1).toLowerCase();
	return `${service}${plainScope(written)}`;
}
