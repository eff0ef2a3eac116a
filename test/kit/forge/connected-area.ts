import { connect } from '../../../src/forge/client/connect.ts';
import { FirstUses } from '../../../src/forge/wire/first-use.ts';
import { Queues } from '../../../src/forge/wire/queue.ts';
import { wire } from '../../../src/forge/wire/wire.ts';
import { plainTransport } from './plain-transport.ts';

/** Another answer to a request such as `GET /lists/news`; undefined to leave it as it is. */
export type Edit = (what: string, text: string) => { status?: number; text: string } | undefined;

interface Connecting<Table> {
	readonly rows: Table;
	readonly address: string;
	readonly token: string;
	/** Shortens the path of a request for `asked`. */
	readonly shorten: (path: string) => string;
	/** Changes the address of a request before it is sent. */
	readonly redirect?: (url: string) => string;
}

/**
 * The typed functions of an area for an account, with the requests that they send, and those that change something. Without retries; tests
 * can cut the line, lose answers and hold requests.
 */
export function connectArea<Table extends Parameters<typeof connect>[0]>({
	rows,
	address,
	token,
	shorten,
	redirect = (url) => url,
}: Connecting<Table>) {
	const network = plainTransport();
	const asked: string[] = [];
	const changes: string[] = [];
	/** `lost`: the requests, such as `PUT /lists/news`, whose answers are lost. `held`: those that are not sent before `release`. `edit` changes answers. */
	const line = {
		isCut: false,
		lost: undefined as RegExp | undefined,
		held: undefined as RegExp | undefined,
		waiting: [] as (() => void)[],
		edit: undefined as Edit | undefined,
	};
	const client = connect(
		rows,
		wire({
			base: address,
			token: () => token,
			fetch: async (url, request) => {
				if (line.isCut) throw Object.assign(new Error('the cable is out'), { code: 'ECONNREFUSED' });
				const { pathname, search } = new URL(url);
				const path = shorten(pathname) + search;
				asked.push(path);
				const what = `${request.method} ${path}`;
				if (request.method !== 'GET') changes.push(what);
				if (line.held?.test(what)) await new Promise<void>((resolve) => line.waiting.push(resolve));
				const answer = await network.fetch(redirect(url), request);
				if (line.lost?.test(what)) throw Object.assign(new Error('it broke off'), { code: 'ECONNRESET' });
				const { status, text } = line.edit?.(what, answer.bytes.toString()) ?? {};
				return text === undefined
					? answer
					: {
							status: status ?? answer.status,
							bytes: Buffer.from(text),
							header: (name: string) => (name === 'content-length' ? null : answer.header(name)),
						};
			},
			queues: new Queues(new FirstUses()),
			agent: 'Tildeforge/test',
			retryPolicy: { times: 0, baseMs: 1, capMs: 1, maxWaitMs: 1 },
		}),
	);
	const release = () => {
		line.held = undefined;
		for (const send of line.waiting.splice(0)) send();
	};
	return { client, asked, changes, line, release, dispose: () => network.dispose() };
}
