import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** An encrypted text, and the id of the key that decrypts it. */
export interface Sealed {
	readonly keyId: string;
	/** Nonce, authentication tag and ciphertext, in base64. */
	readonly box: string;
}

const nonceBytes = 12;
const tagBytes = 16;

export const newKey = (): string => randomBytes(32).toString('base64');

/** Identifies a key without revealing it. */
export const keyIdOf = (key: string): string =>
	createHash('sha256').update('name of ').update(key).digest('hex').slice(0, 16);

/** The caller stores `label` unencrypted beside the box. The box does not open with another label. */
export function seal(key: string, label: string, text: string): Sealed {
	const nonce = randomBytes(nonceBytes);
	const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce);
	cipher.setAAD(Buffer.from(label));
	const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return {
		keyId: keyIdOf(key),
		box: Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64'),
	};
}

/** Returns undefined for a box that is damaged or was sealed with another key or label. */
export function unseal(key: string, label: string, { box }: Sealed): string | undefined {
	const bytes = Buffer.from(box, 'base64');
	try {
		const decipher = createDecipheriv(
			'aes-256-gcm',
			Buffer.from(key, 'base64'),
			bytes.subarray(0, nonceBytes),
			{ authTagLength: tagBytes },
		);
		decipher.setAAD(Buffer.from(label));
		decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
		return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
	} catch {
		return undefined;
	}
}
