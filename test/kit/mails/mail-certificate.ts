import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/places.ts';

const fixture = (name: string) => readFileSync(join(root, 'test/editor/fixtures', name), 'utf8');

/** The authority that signed the certificate. */
export const testAuthority = fixture('extra-authority.pem');
/** The key and certificate of a server whose name is 127.0.0.1. */
export const testCertificate = { key: fixture('server-key.pem'), cert: fixture('extra-server.pem') };
