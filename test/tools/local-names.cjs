const dns = require('node:dns');
const { isIP } = require('node:net');

// In a process that loads this file, only `localhost` and IP addresses resolve, at once and without a name server. If a name server does
// not answer, looking up a name that does not exist takes ten seconds or more.
const { lookup } = dns;

/** @param {string} name */
const isLocal = (name) => isIP(name) !== 0 || /(^|\.)localhost$/.test(name);

/**
 * @param {string} name
 * @param {dns.LookupAllOptions} options
 * @param {(error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void} answer
 */
function lookupLocal(name, options, answer) {
	if (isLocal(name)) return lookup(name, options, answer);
	const error = new Error(`getaddrinfo ENOTFOUND ${name}`);
	process.nextTick(
		answer,
		Object.assign(error, { errno: -3008, code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: name }),
	);
}

Object.assign(dns, { lookup: lookupLocal });
