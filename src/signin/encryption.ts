import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** What is in a box, and which key opens it. */
export interface Sealed {
	readonly keyId: string;
	/** Nonce, mark and text, in base64. */
	readonly box: string;
}

const nonceBytes = 12;
const markBytes = 16;

export const newKey = (): string => randomBytes(32).toString('base64');

/** Names a key without telling it. */
export const keyIdOf = (key: string): string =>
	createHash('sha256').update('name of ').update(key).digest('hex').slice(0, 16);

/** `label` stands beside the box in the open; with another label it does not open. */
export function seal(key: string, label: string, text: string): Sealed {
	const nonce = randomBytes(nonceBytes);
	const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce);
	cipher.setAAD(Buffer.from(label));
	const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return {
		keyId: keyIdOf(key),
		box: Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64'),
	};
}

/** Undefined for a box that was not sealed with this key and label, or is damaged. */
export function unseal(key: string, label: string, { box }: Sealed): string | undefined {
	const bytes = Buffer.from(box, 'base64');
	try {
		const decipher = createDecipheriv(
			'aes-256-gcm',
			Buffer.from(key, 'base64'),
			bytes.subarray(0, nonceBytes),
			{ authTagLength: markBytes },
		);
		decipher.setAAD(Buffer.from(label));
		decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + markBytes));
		return (
			decipher.update(bytes.subarray(nonceBytes + markBytes), undefined, 'utf8') + decipher.final('utf8')
		);
	} catch {
		return undefined;
	}
}
