import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '../tools/until.ts';

interface Asked {
	/** As `PUT ~ana/editor/12`. */
	readonly what: string;
	readonly body: unknown;
}

/** The way from the editor to the trackers of a forge, on which every request is seen, and can be refused or cut. */
export class TrackerLine {
	/** Where the trackers are. */
	behind = '';
	readonly asked: Asked[] = [];
	/** The words with which a request is refused, where it is. */
	refused: (what: string) => string | undefined = () => undefined;
	/** What the answers to changes wait for. */
	held: Promise<void> | undefined;
	/** What an answer is instead, as text. */
	told: (answer: string) => string = (answer) => answer;
	#unanswered = 0;
	readonly #server: Server;
	#port = 0;

	private constructor() {
		this.#server = createServer(async (incoming, response) => {
			this.#unanswered++;
			response.on('close', () => this.#unanswered--);
			try {
				const { status, type, answer } = await this.#pass(incoming);
				response.writeHead(status, { 'content-type': type }).end(answer);
			} catch {
				// The forge has gone.
				response.destroy();
			}
		});
	}

	static async open(): Promise<TrackerLine> {
		const line = new TrackerLine();
		await line.mend();
		return line;
	}

	get address(): string {
		return `http://127.0.0.1:${this.#port}`;
	}

	/** The requests of one kind since they were last forgotten, in their order. */
	of(method: string): readonly Asked[] {
		return this.asked.filter(({ what }) => what.startsWith(`${method} `));
	}

	forget(): void {
		this.asked.length = 0;
	}

	/** Waits until nothing has been asked for a while. */
	async quiet(): Promise<void> {
		let seen = -1;
		let since = 0;
		await until(
			() => {
				if (this.#unanswered > 0 || this.asked.length !== seen) {
					seen = this.asked.length;
					since = performance.now();
				}
				return performance.now() - since > 250;
			},
			{ what: 'nothing is asked of the trackers any more' },
		);
	}

	/** As it was opened, with the next test's forge behind it. */
	async startOver(): Promise<void> {
		this.forget();
		this.refused = () => undefined;
		this.held = undefined;
		this.told = (answer) => answer;
		if (!this.#server.listening) await this.mend();
	}

	/** Nobody answers any more. */
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
		if (method === 'PUT') await this.held;
		const reason = this.refused(what);
		if (reason !== undefined) {
			const answer = JSON.stringify({ errors: [{ reason }] });
			return { status: 400, type: 'application/json', answer };
		}
		const passed = request(this.behind + url, { method, headers });
		passed.end(body);
		const [came] = await once(passed, 'response');
		const answer = this.told(await text(came));
		return { status: came.statusCode, type: came.headers['content-type'] ?? 'text/plain', answer };
	}
}
