import tls from 'node:tls';

/**
 * The certificates of the authorities that VS Code trusts, too: Node's, those of NODE_EXTRA_CA_CERTS, and those of the system, unless the
 * setting `http.systemCertificates` is off.
 */
export const trustedAuthorities = (hasSystem = true): readonly string[] => [
	...tls.getCACertificates('default'),
	...(hasSystem ? tls.getCACertificates('system') : []),
];
