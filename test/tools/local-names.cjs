const dns = require('node:dns');
const { isIP } = require('node:net');

// Where this is loaded, only addresses and `localhost` have an answer, at once and without a name server. A name server that does not
// answer would make a process wait for ten seconds and more until it knows that a name does not exist.
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
