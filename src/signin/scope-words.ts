/** What newer servers call what the contract calls otherwise. */
const names: Readonly<Record<string, string>> = {
	email: 'emails',
	repositories: 'info',
	objects: 'data',
	subscriptions: 'subs',
};

const rights: Readonly<Record<string, string>> = { ro: 'read', rw: 'write' };

/**
 * A scope in the contract's words: without the service that some servers name before it (`todo.sr.ht/tickets:write`), and
 * without the other words that newer ones have (`todo.sr.ht/TICKETS:RW`). Without a right it is the right to read.
 */
export function plainScope(written: string): string {
	if (written === '*') return '*';
	const [name = '', right = 'read'] = written
		.slice(written.lastIndexOf('/') + 1)
		.toLowerCase()
		.split(':');
	return `${names[name] ?? name}:${rights[right] ?? right}`;
}
