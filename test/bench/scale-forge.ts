import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';

// A forge whose answers are generated: `/tracker-N/…` has N tickets and `/list-N/…` has N patchsets. Its process works on nothing else, so
// that only the reader is measured.

/** Sent to the parent process when the forge answers. */
export interface ForgeAddress {
	readonly port: number;
}

const pageSize = 50;
/** As on a network: rows are drawn while the reader waits for further pages. */
const delayMs = 10;
const owner = { canonical_name: '~bob', name: 'bob' };
const startMs = Date.UTC(2026, 0, 1);

const timeOf = (id: number) => new Date(startMs + id * 60_000).toISOString();

const ticketOf = (id: number) => ({
	...{ id, ref: `#${id}`, title: `Long lines in module ${id % 97} wrap at the wrong column, case ${id}` },
	...{ created: timeOf(id), updated: timeOf(id), submitter: { type: 'user', ...owner } },
	description: 'When the file is saved and opened again, the cursor is at its beginning. '.repeat(4),
	status: id % 3 === 0 ? 'reported' : 'resolved',
	resolution: id % 3 === 0 ? 'unresolved' : 'fixed',
	labels: id % 2 ? ['bug'] : ['editor'],
	assignees: [owner],
});

const patchsetOf = (id: number) => ({
	...{
		id,
		created: timeOf(id),
		updated: timeOf(id),
		subject: `Change the file ${id - (id % 5 === 4 ? 1 : 0)}`,
		version: id % 5 === 4 ? 2 : 1,
	},
	...{ status: id % 3 === 0 ? 'proposed' : 'applied', submitter: 'Bob <bob@example.org>' },
	message_id: `<${id}@example.org>`,
});

const mailOf = (id: number) => ({
	...{ id, created: timeOf(id), subject: `[PATCH] Change the file ${id}`, message_id: `<${id}@example.org>` },
	...{ parent_id: null, thread_id: null, sender: owner },
});

const listed = [
	{ path: /\/trackers\/tracker-(\d+)\/tickets$/, row: ticketOf },
	{ path: /\/lists\/list-(\d+)\/patchsets$/, row: patchsetOf },
	{ path: /\/lists\/list-(\d+)\/posts$/, row: mailOf },
];

function pageOf(url: URL): object {
	for (const { path, row } of listed) {
		const count = Number(path.exec(url.pathname)?.[1] ?? Number.NaN);
		if (Number.isNaN(count)) continue;
		if (url.searchParams.get('search') === 'is:request-pull') break;
		const first = Number(url.searchParams.get('start') ?? count);
		const length = Math.min(pageSize, first);
		return {
			next: first > pageSize ? first - pageSize : null,
			results: Array.from({ length }, (_, nth) => row(first - nth)),
			total: count,
			results_per_page: pageSize,
		};
	}
	return { next: null, results: [], total: 0, results_per_page: pageSize };
}

const server = createServer(async (request, response) => {
	await setTimeout(delayMs);
	const text = JSON.stringify(pageOf(new URL(request.url ?? '', 'http://localhost')));
	response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
	response.end(text);
}).listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit());
