import { checkRows } from '../../../contract/bounds.ts';

/** A line of git's protocol: its length in four hexadecimal digits, and its content. */
export const packet = (text: string): string => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;

/** Separates the parts of a request. */
export const delimiterPacket = '0001';
/** Ends a request, or a part of an answer. */
export const flushPacket = '0000';

/** The contents of the lines of an answer. Undefined if it is cut off, or is not in git's protocol. */
export function readPackets(answer: Uint8Array): readonly Buffer[] | undefined {
	const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
	const packets: Buffer[] = [];
	let last = '';
	for (let at = 0; at < bytes.length; ) {
		last = bytes.toString('latin1', at, at + 4);
		if (!/^[0-9a-f]{4}$/.test(last)) return undefined;
		// Separators are shorter than four bytes, and have no content.
		const end = at + Math.max(4, Number.parseInt(last, 16));
		if (end > at + 4) packets.push(bytes.subarray(at + 4, end));
		checkRows(packets.length);
		at = end;
	}
	return last === flushPacket ? packets : undefined;
}
