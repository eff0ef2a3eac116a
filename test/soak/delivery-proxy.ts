import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { until } from '../tools/until.ts';
import type { SenderOrder, SenderReport, SenderTask } from './delivery-sender.ts';

/** The process that sends the deliveries of a forge, and what was answered to them in the current burst. */
export class DeliveryProxy {
	/** The address to which the forge delivers. */
	address = '';
	/** The forge's key, as `SigningKey` stores it. */
	key = '';
	/** The status of each answer; 0 for none. */
	statuses: number[] = [];
	/** When each delivery was accepted. */
	acceptedAt: number[] = [];
	/** How many deliveries the forge has made; undefined while a burst runs. */
	deliveries: number | undefined;
	readonly #child: ChildProcess;

	static async open(task: SenderTask): Promise<DeliveryProxy> {
		const proxy = new DeliveryProxy(task);
		await until(() => proxy.address !== '', { what: 'the sender is open' });
		return proxy;
	}

	private constructor(task: SenderTask) {
		this.#child = fork(join(import.meta.dirname, 'delivery-sender.ts'), [JSON.stringify(task)]);
		this.#child.on('message', (report: SenderReport) => {
			if (report.kind === 'open') this.address = report.address;
			else if (report.kind === 'done') this.deliveries = report.deliveries;
			else {
				this.statuses.push(report.status);
				if (report.status === 200) this.acceptedAt.push(report.at);
			}
		});
	}

	begin(count: number, ms: number): void {
		[this.statuses, this.acceptedAt, this.deliveries] = [[], [], undefined];
		this.#tell({ kind: 'begin', count, ms, key: this.key });
	}

	/** Sends the rest at once. */
	hurry(): void {
		this.#tell({ kind: 'hurry' });
	}

	/** The forge has made its last delivery of the burst. Resolves when all are sent. Returns how many the forge has made. */
	async end(): Promise<number> {
		this.#tell({ kind: 'end' });
		await until(() => this.deliveries !== undefined, { what: 'all deliveries are sent', seconds: 60 });
		return this.deliveries ?? 0;
	}

	close(): void {
		this.#child.kill();
	}

	#tell(order: SenderOrder): void {
		this.#child.send(order);
	}
}
