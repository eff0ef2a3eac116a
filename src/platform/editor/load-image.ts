import { timeLimit } from '../../base/clock.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { toNetworkFailure } from '../../forge/wire/network.ts';
import type { Fetch } from '../../forge/wire/transport.ts';

const allowedTypes = /^image\/(png|jpeg|gif|webp|avif|bmp)\s*(;|$)/i;
const limit = 8 * 1024 * 1024;
const timeoutMs = 20_000;

/**
 * Fetches an image from the web as a `data:` address. The request does not identify the user. Formats that can contain scripts, such as
 * SVG, are refused.
 */
export async function loadImage(fetch: Fetch, address: string): Promise<string> {
	const url = URL.parse(address);
	if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
		throw new ForgeError('refused', 'This image has no web address.');
	}
	const headers = { accept: 'image/*' };
	const signal = timeLimit(timeoutMs);
	let answer: Awaited<ReturnType<Fetch>>;
	try {
		answer = await fetch(url.href, { method: 'GET', headers, signal, limit, didBegin: () => {} });
	} catch (error) {
		throw toNetworkFailure(error, url.host, false, signal.aborted).error;
	}
	const type = answer.header('content-type') ?? '';
	if (answer.status !== 200) {
		throw new ForgeError('missing', `${url.host} did not provide the image. Open it in the browser.`);
	}
	if (!allowedTypes.test(type))
		throw new ForgeError('refused', `The response from ${url.host} is not an image that can be shown here.`);
	return `data:${type.split(';')[0]?.trim()};base64,${answer.bytes.toString('base64')}`;
}
