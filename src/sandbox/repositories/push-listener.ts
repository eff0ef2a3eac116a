import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { background } from '../../base/background.ts';
import { bodyOf } from '../server/area.ts';

/** A push's change to one reference, as git passes it to hooks. An id of zeros means none. */
export interface ReferenceUpdate {
	readonly old: string;
	readonly new: string;
	readonly name: string;
}

/** Handles a push. Returns the text that the pusher sees. */
export type HandlePush = (repository: number, updates: readonly ReferenceUpdate[]) => Promise<string>;

const connectionFileName = 'forge-push.json';
const bodyLimit = 16 * 1024 * 1024;

/**
 * Runs in the repository's folder as the pusher. Errors are silent: the push has succeeded, and the forge may not be
 * running. Contains no single quotes, because a shell reads it between them.
 */
const hookScript = `
const done = () => process.exit(0);
setTimeout(done, 8000).unref();
try {
	const { port, secret } = JSON.parse(require("node:fs").readFileSync("${connectionFileName}", "utf8"));
	const headers = { "X-Forge-Secret": secret };
	const options = { host: "127.0.0.1", port, method: "POST", headers, agent: false };
	const request = require("node:http").request(options, (answer) => answer.on("error", done).pipe(process.stdout));
	request.on("error", done);
	process.stdin.on("error", done).pipe(request);
} catch {
	done();
}
`;

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** With `ELECTRON_RUN_AS_NODE`, Electron acts as Node, so the program that runs the forge can run the script. */
const hook = (program: string) => `#!/bin/sh
# Written by the sandbox forge to learn of pushes. If the forge is not running, the push continues without it.
program=${quoted(program.replaceAll('\\', '/'))}
[ -x "$program" ] || exit 0
unset NODE_OPTIONS
export ELECTRON_RUN_AS_NODE=1
exec "$program" -e ${quoted(hookScript)}
`;

/** Receives notifications of pushes from the hooks of the repositories on disk. */
export class PushListener {
	readonly #handlePush: HandlePush;
	readonly #repositories = new Map<string, number>();
	readonly #server = createServer((request, response) => background(this.#answer(request, response)));
	#port: Promise<number> | undefined;

	constructor(handlePush: HandlePush) {
		this.#handlePush = handlePush;
	}

	/** The port it listens on; undefined until the first hook is installed. */
	get port(): number | undefined {
		const address = this.#server.address();
		return typeof address === 'object' ? address?.port : undefined;
	}

	/** Installs the hook that reports pushes to the bare repository in `folder`. */
	async install(repository: number, folder: string): Promise<void> {
		const secret = randomBytes(16).toString('hex');
		this.#repositories.set(secret, repository);
		const connection = JSON.stringify({ port: await this.#open(), secret });
		await mkdir(join(folder, 'hooks'), { recursive: true });
		await writeFile(join(folder, connectionFileName), connection, { mode: 0o600 });
		await writeFile(join(folder, 'hooks', 'post-receive'), hook(process.execPath), { mode: 0o755 });
	}

	/** Removes the port and secret that the repository's hook needs. The hook then does nothing. */
	async uninstall(folder: string): Promise<void> {
		await rm(join(folder, connectionFileName), { force: true });
	}

	async close(): Promise<void> {
		if (!this.#port) return;
		await this.#port;
		await new Promise<void>((resolve) => {
			this.#server.close(() => resolve());
			this.#server.closeAllConnections();
		});
	}

	#open(): Promise<number> {
		this.#port ??= new Promise((resolve, reject) => {
			this.#server.once('error', reject);
			this.#server.listen(0, '127.0.0.1', () => {
				const { port } = this.#server.address() as AddressInfo;
				resolve(port);
			});
		});
		return this.#port;
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		try {
			const repository = this.#repositories.get(String(request.headers['x-forge-secret']));
			if (repository === undefined) {
				response.writeHead(403).end();
				return;
			}
			const body = (await bodyOf(request, bodyLimit)).toString('utf8');
			response.end(await this.#handlePush(repository, updatesOf(body)));
		} catch {
			// The push has succeeded. A failed notification does not concern the pusher.
			response.writeHead(500).end();
		}
	}
}

function updatesOf(body: string): ReferenceUpdate[] {
	return body.split('\n').flatMap((line) => {
		const [, from, to, name] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) (.+)$/.exec(line) ?? [];
		return from !== undefined && to !== undefined && name !== undefined ? [{ old: from, new: to, name }] : [];
	});
}
