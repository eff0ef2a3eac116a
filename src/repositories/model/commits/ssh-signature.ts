/** A signature as `ssh-keygen -Y sign` writes it. */
interface SshSignature {
	/** The key as in a file of public keys: its type and its base64. */
	readonly key: string;
	/** What the signature was made for: `git`. */
	readonly namespace: string;
}

/** Undefined if the text is no such signature. */
export function readSshSignature(armor: string): SshSignature | undefined {
	const [, base64] =
		/^-----BEGIN SSH SIGNATURE-----\n([A-Za-z\d+/=\n]+)\n-----END SSH SIGNATURE-----$/.exec(
			armor.replaceAll('\r\n', '\n').trim(),
		) ?? [];
	const bytes = Buffer.from(base64 ?? '', 'base64');
	if (bytes.toString('latin1', 0, 6) !== 'SSHSIG') return undefined;
	// After the magic word and the version.
	const [key, namespace] = fieldsAt(bytes, 10);
	const [type] = key ? fieldsAt(key, 0) : [];
	if (!key || !namespace || !type) return undefined;
	return {
		key: `${type.toString('latin1')} ${key.toString('base64')}`,
		namespace: namespace.toString('utf8'),
	};
}

/** The fields from `start` on, each of which follows its length. Stops at a field that is cut off. */
function fieldsAt(bytes: Buffer, start: number): readonly Buffer[] {
	const fields: Buffer[] = [];
	for (let at = start; at + 4 <= bytes.length; ) {
		const end = at + 4 + bytes.readUInt32BE(at);
		if (end > bytes.length) break;
		fields.push(bytes.subarray(at + 4, end));
		at = end;
	}
	return fields;
}

/** The key of a line of a file of public keys, without its comment; undefined if there is none. */
export function readPublicKey(line: string): string | undefined {
	const [, type, base64] =
		/^(?:key::)?([a-z][\w.@-]*)[ \t]+([A-Za-z\d+/]+=*)(?:\s|$)/.exec(line.trim()) ?? [];
	return type === undefined ? undefined : `${type} ${base64}`;
}
