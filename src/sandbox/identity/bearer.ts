import { createHmac } from 'node:crypto';

/** The content of a token of the newer form, readable without the key. */
export interface Bearer {
	/** Milliseconds since 1970; the token holds whole seconds. */
	readonly expires: number;
	/** Scopes with spaces between them, as `recordedScopes` writes them. */
	readonly grants: string;
	/** Empty for a personal token. */
	readonly client: string;
	readonly username: string;
}

const version = 0;

/**
 * Creates a token of the newer form: a BARE record and a MAC of 32 bytes, in base64. `serial` distinguishes tokens with
 * the same content.
 */
export function createBearer(
	{ expires, grants, client, username }: Bearer,
	key: Buffer,
	serial: number,
): string {
	const seconds = Buffer.alloc(8);
	seconds.writeBigInt64LE(BigInt(Math.floor(expires / 1000)));
	const record = Buffer.concat([unsigned(version), seconds, text(grants), text(client), text(username)]);
	const mac = createHmac('sha256', key).update(record).update(String(serial)).digest();
	return Buffer.concat([record, mac]).toString('base64').replace(/=+$/, '');
}

/** BARE's `uint`: seven bits a byte, the lowest first. */
function unsigned(value: number): Buffer {
	const bytes: number[] = [];
	let rest = value;
	while (rest >= 0x80) {
		bytes.push((rest % 0x80) + 0x80);
		rest = Math.floor(rest / 0x80);
	}
	return Buffer.from([...bytes, rest]);
}

function text(value: string): Buffer {
	const bytes = Buffer.from(value);
	return Buffer.concat([unsigned(bytes.length), bytes]);
}
