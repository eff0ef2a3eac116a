import type {
	BodyOf,
	HostMessage,
	PageRequest,
	RequestAnswer,
	RequestTable,
	ValueOf,
} from '../../src/platform/page/requests.ts';
import { background } from './background.ts';
import { followPresses, whenReleased } from './presses.ts';

export type Ask<T extends RequestTable> = <Name extends keyof T & string>(
	name: Name,
	body: BodyOf<T[Name]>,
) => Promise<RequestAnswer<ValueOf<T[Name]>>>;

/**
 * Listens to the messages of the host, and returns the function that sends requests to it. Messages from the host are not validated,
 * because both sides come from the same build.
 */
export function connectToHost<T extends RequestTable, Snapshot extends { readonly key: string }>(
	post: (message: PageRequest) => void,
	onSnapshot: (snapshot: Snapshot) => void,
	onStartWriting: () => void,
): Ask<T> {
	/** `never`, because each request has its own type of answer. */
	const waiting = new Map<string, (answer: RequestAnswer<never>) => void>();
	/** Differs for each load of the page, so that answers to requests from before a reload are ignored. */
	const pageLoad = Math.random();
	let count = 0;
	let key = '';
	const receive = (data: HostMessage<Snapshot, never>) => {
		if ('snapshot' in data) {
			key = data.snapshot.key;
			onSnapshot(data.snapshot);
		} else if ('write' in data) onStartWriting();
		else if ('answer' in data) {
			waiting.get(data.id)?.(data.answer);
			waiting.delete(data.id);
		}
	};
	followPresses();
	addEventListener('message', ({ data }: MessageEvent<HostMessage<Snapshot, never>>) =>
		background(whenReleased(() => receive(data))),
	);
	return (name, body) =>
		new Promise((resolve) => {
			count += 1;
			const id = `${pageLoad}-${count}`;
			waiting.set(id, resolve);
			post({ name, id, key, body });
		});
}
