import { createHash } from 'node:crypto';

/** The object id of a blob with this content. `like` is any id of the repository: its length tells the hash function. */
export const blobId = (content: Uint8Array, like: string): string =>
	createHash(like.length === 64 ? 'sha256' : 'sha1')
		.update(`blob ${content.length}\0`)
		.update(content)
		.digest('hex');
