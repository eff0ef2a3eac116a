import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	request,
	type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';

interface Asked {
	/** For example `PUT ~ana/editor/12`. */
	readonly what: string;
	readonly body: unknown;
}

interface Forwarded {
	readonly method: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

/** Forwards a request to the forge. Returns undefined if the forge has stopped. */
async function forward(address: string, { method, headers, body }: Forwarded) {
	try {
		// The forge answers only requests that name it as the host.
		const forwarded = request(address, { method, headers: { ...headers, host: new URL(address).host } });
		forwarded.end(body);
		const [answer] = await once(forwarded, 'response');
		const type: string = answer.headers['content-type'] ?? 'text/plain';
		return { status: Number(answer.statusCode), type, body: await buffer(answer) };
	} catch {
		return undefined;
	}
}

/** A proxy between the editor and one service of a forge. It records every request, and can delay, refuse or cut requests. */
export class ServiceProxy {
	/** The address of the service. */
	behind = '';
	readonly asked: Asked[] = [];
	/** Returns the reason with which to refuse a request, or undefined to pass it on. */
	refusalOf: (what: string) => string | undefined = () => undefined;
	/** Whether the editor may have the forge deliver what happens. Otherwise it learns of what others do only when it reads that. */
	allowsWebhooks = true;
	/** Delays the answer to a request until the promise resolves. */
	holdOf: (what: string) => Promise<void> | undefined = () => undefined;
	/** Added to the response time of the forge. */
	latencyMs = 0;
	/** Replaces the text of an answer. */
	rewriteAnswer: (answer: string) => string = (answer) => answer;
	#unanswered = 0;
	readonly #server: Server;
	#port = 0;

	private constructor() {
		this.#server = createServer(async (incoming, response) => {
			this.#unanswered++;
			response.on('close', () => this.#unanswered--);
			const answer = await this.#pass(incoming);
			if (answer) response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
			else response.destroy();
		});
	}

	static async open(behind = ''): Promise<ServiceProxy> {
		const proxy = new ServiceProxy();
		proxy.behind = behind;
		await proxy.mend();
		return proxy;
	}

	get address(): string {
		return `http://127.0.0.1:${this.#port}`;
	}

	/** The requests with one method since the last `forget`, in order. */
	of(method: string): readonly Asked[] {
		return this.asked.filter(({ what }) => what.startsWith(`${method} `));
	}

	forget(): void {
		this.asked.length = 0;
	}

	get isIdle(): boolean {
		return this.#unanswered === 0;
	}

	/** Stops answering requests. */
	async cut(): Promise<void> {
		const closed = once(this.#server, 'close');
		this.#server.close();
		this.#server.closeAllConnections();
		await closed;
	}

	async mend(): Promise<void> {
		this.#server.listen(this.#port, '127.0.0.1');
		await once(this.#server, 'listening');
		this.#port = (this.#server.address() as AddressInfo).port;
	}

	close(): void {
		this.#server.close();
		this.#server.closeAllConnections();
	}

	async #pass(incoming: IncomingMessage) {
		const { url = '', method = '', headers } = incoming;
		const body = await text(incoming);
		const path = url.replace('/api/user/', '').replace('/trackers/', '/').replace('/tickets', '');
		const what = `${method} ${path}`;
		this.asked.push({ what, body: body === '' ? undefined : JSON.parse(body) });
		await this.holdOf(what);
		const reason = isForWebhooks(what) && !this.allowsWebhooks ? 'No webhooks.' : this.refusalOf(what);
		if (reason !== undefined) {
			return { status: 400, type: 'application/json', body: JSON.stringify({ errors: [{ reason }] }) };
		}
		const answer = await forward(this.behind + url, { method, headers, body });
		if (this.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
		// Other answers are the contents of files, which may be binary.
		const isText = answer?.type.startsWith('application/json');
		return answer && isText ? { ...answer, body: this.rewriteAnswer(answer.body.toString()) } : answer;
	}
}

const isForWebhooks = (what: string): boolean => what.startsWith('POST ') && what.endsWith('webhooks');
